// What the server refuses and reports, by key. English stands beside it in integrate.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const integrateServerTexts = {
  ltiAddress: '请填写完整的 https 网址；内网服务请联系运维人员加入 OUTGOING_ALLOW',
  ltiOneOnly: '学习平台只接受一项',
  ltiNotOffered: '所选的考试或课程不存在、未启用或不在可选范围内',
  toolAddress: '请填写完整的网址，例如 https://tool.example/lti',
  toolIssuer: '请填写本站的网址，不含路径，例如 https://exam.example.com',
  toolKey: '不是公钥：请填写 PEM 或 JWK 格式的公钥',
  toolCustom: '每行一个参数，例如 id=5 或 name=$Person.name.full',
  toolInUse: '有课件使用这个工具，不能删除',
  toolGone: '工具不存在或已停用',
  toolFixed: '链接的工具不能更换，请新建链接',
  ltiTaken: '已有相同标识和 Client ID 的平台',
  hookScope: '推送包含所有用户的数据，需要“全部数据”的数据范围',
  hookAddressForm: '请填写完整的网址，例如 https://hr.example.com/hook',
  hookAddressScheme: '接收地址必须以 https 开头；内网服务请联系运维人员加入 OUTGOING_ALLOW',
  hookAddressInside: '接收地址指向内部网络，不能使用；确需使用请联系运维人员加入 OUTGOING_ALLOW',
  hookKindFixed: '接收方式不能修改，请新建推送目标',
  hookEventsStatement: 'xAPI 只能推送“答卷已评分”和“课程已学完”',
  hookAccountEmpty: '请填写接收方账号',
  hookPasswordEmpty: '请填写接收方密码',
  hookHomePage: '请填写本站的网址，例如 https://exam.example.com',
  hookSecretKind: '只有 Webhook 使用签名密钥',
} as const

export const say = speaker(integrateServerTexts)
