// Back office: the face comparison provider.
import { ProviderPanel } from '../ProviderPanel.tsx'

const warning = '切换后立即生效，人脸将由新的服务商比对，原服务商人脸库中的数据不会迁移。确定要切换吗？'
const notes = { liveCheck: '开启后，照片、屏幕翻拍等非真人画面不能通过' } as const

export default function PropFacePage() {
  return <ProviderPanel type="face" idle="本机不比对人脸：配置可以先保存，暂不生效" warning={warning} notes={notes} />
}
