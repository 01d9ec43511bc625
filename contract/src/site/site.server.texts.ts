// What the server refuses and reports, by key. English stands beside it in site.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const siteServerTexts = {
  facesNotCompared: '本机不比对人脸，暂不能开启',
  pictureForeign: '图片不存在或不是您上传的，请重新上传',
  hasChildren: '“{{name}}”下还有 {{n}} 个下级，不能删除',
  signInTooOften: '登录失败次数过多，请 {{minutes}} 分钟后再试',
  parentDicGone: '上级字典不存在',
  dicCodeTaken: '字典编码已存在',
  dicCodeFixed: '字典编码不能修改',
  dicLevelCode: '试题难度的字典值是 1 到 5，最多五级',
  dicHasChildren: '“{{name}}”下还有 {{n}} 个字典，不能删除',
  dicValueTaken: '字典值已存在',
  parentGone: '上级不存在',
  serverDirectoryWrong: '服务器上没有这个目录，或目录不可写',
  defaultDepartGone: '默认部门不存在，请重新选择',
  licenceMissing: '系统尚未授权，请联系管理员',
  licenceExpired: '系统授权已过期，请联系管理员',
  licenseSeatsOf: '用户数已达到授权上限（{{max}} 人）',
  pemUnreadable: '无法识别的密钥，请粘贴完整的 PEM 内容',
  secretWithAddress: '{{address}}已修改，请重新填写{{label}}',
  addressNeedsHttps: '{{label}}必须以https开头；内网服务请联系运维人员加入 OUTGOING_ALLOW',
  addressInside: '{{label}}指向内部网络，不能使用；确需使用请联系运维人员加入 OUTGOING_ALLOW',
} as const

export const say = speaker(siteServerTexts)
