// What the server refuses and reports, by key. English stands beside it in account.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const accountServerTexts = {
  realNameVerified: '已通过实名认证，姓名不能修改',
  mobileBoundElsewhere: '该手机号已被其他用户绑定',
  unbindForeignMobile: '只能解绑自己已绑定的手机号',
  mobileRegistered: '该手机号已被注册',
  accountLocked: '登录失败次数过多，账号已被临时锁定，请 {{minutes}} 分钟后再试',
  registrationOff: '注册未开启',
  faceNeedsName: '请先输入用户名，再进行人脸登录',
  smsUnset: '本站没有启用短信服务，不能使用短信验证码，请联系管理员',
  smsDailyLimit: '该手机号今日短信发送次数已达上限',
  photoSize: '照片应为 {{width}}×{{height}} 像素，这张是 {{found}} 像素',
  photoBlank: '照片上看不清任何内容，请重新上传',
  idCardVerified: '已通过实名认证，身份证号不能修改',
  totpLocked: '验证码错误次数过多，请 {{minutes}} 分钟后再试',
  totpPasswordWrong: '密码错误',
  unbindNeedsCode: '解绑手机号需要短信验证码',
  apiTokenWrong: '接口令牌无效或已撤销',
  apiTokenExpired: '接口令牌已过期',
  apiTokenOwner: '接口令牌所有者的账号已停用',
  apiTokenAddress: '不能从这个地址使用该接口令牌',
  apiTokenTag: '您没有权限 {{tag}}，不能授予接口令牌',
  apiTokenAddresses: '请填写 IP 地址或网段，例如 10.1.0.0/16，最多 {{n}} 个',
  apiTokenLife: '有效期必须晚于现在，最长 {{n}} 天',
} as const

export const say = speaker(accountServerTexts)
