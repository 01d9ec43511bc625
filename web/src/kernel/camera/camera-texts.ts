// The texts of a camera that cannot be used: what is wrong, and what the user can do.
import { t } from '../i18n.ts'
import { CameraProblem } from './stream.ts'

/** `text`: the problem; `help`: the way out */
type CameraText = { text: string; help: string }

const failed = () => t('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！')

/** The texts for an error of `openCamera`. */
export function cameraText(error: unknown): CameraText {
  const { kind, camera } = error instanceof CameraProblem ? error : new CameraProblem('none')
  switch (kind) {
    case 'insecure':
      return {
        text: t('当前地址不是 https，浏览器不允许使用摄像头。'),
        help: t('请用 https 开头的地址打开本站；没有的话请联系管理员。'),
      }
    case 'old':
      return {
        text: t('您的浏览器不支持媒体访问，请升级浏览器！'),
        help: t('摄像头需要通过 https 访问，建议使用 Chrome 或 Firefox 浏览器。'),
      }
    case 'refused':
      return { text: failed(), help: t('浏览器没有允许本站使用摄像头：请点击地址栏左侧的图标，把摄像头改为“允许”，然后重试。') }
    case 'missing':
      return { text: failed(), help: t('没有找到摄像头：请接上摄像头，或打开电脑上的摄像头开关，然后重试。') }
    case 'busy':
      return { text: failed(), help: t('摄像头正被其他程序占用：请关闭视频会议、直播等程序，然后重试。') }
    case 'virtual':
      return {
        text: t('只找到虚拟摄像头“{{name}}”，不能使用。', { name: camera }),
        help: t('虚拟摄像头可以播放任意画面：请关闭虚拟摄像头程序，接上真实的摄像头，然后重试。'),
      }
    default:
      return { text: failed(), help: t('请检查摄像头的连接和驱动，或换一台设备，然后重试。') }
  }
}
