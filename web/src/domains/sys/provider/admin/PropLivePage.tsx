// Back office: push and play addresses of live streams.
import { ProviderPanel } from '../ProviderPanel.tsx'

const notes = {
  pushDomain: '例如 push.example.com，不带 https://',
  pullDomain: '例如 live.example.com，不带 https://',
} as const

export default function PropLivePage() {
  return <ProviderPanel type="live" idle="本版本还没有直播功能：配置可以先保存，暂不生效" saved="直播配置保存成功！" notes={notes} />
}
