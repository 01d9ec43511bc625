// Back office: push and play addresses of live streams.
import { ProviderPanel } from '../ProviderPanel.tsx'

const notes = {
  pushDomain: '例如 push.example.com，不带 https://',
  pullDomain: '例如 live.example.com，不带 https://',
  notifyKey: '与阿里云控制台中推流回调、录制回调的鉴权 KEY 相同，留空则不接收回调',
  recordUrl: '存放录制文件的公网 https 地址，回调中的文件路径接在其后，留空则不自动生成回放',
  recordKey: '录制文件域名开启 URL 鉴权（A 方式）时填写',
} as const

export default function PropLivePage() {
  return <ProviderPanel type="live" without="尚未启用服务商：老师在浏览器里直播，由本服务器转码" saved="直播配置保存成功！" notes={notes} />
}
