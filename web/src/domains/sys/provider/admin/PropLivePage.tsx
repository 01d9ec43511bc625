// Back office: push and play addresses of live streams.
import { ProviderPanel } from '../ProviderPanel.tsx'

const notes = {
  pushDomain: '例如 push.example.com，不带 https://',
  pullDomain: '例如 live.example.com，不带 https://',
} as const

export default function PropLivePage() {
  return <ProviderPanel type="live" without="尚未启用服务商：老师在浏览器里直播，由本服务器转码" saved="直播配置保存成功！" notes={notes} />
}
