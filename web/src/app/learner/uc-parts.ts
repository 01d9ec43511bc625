// The parts of the user centre in their order; the address names one of them (`?to=`).
import type { PlainText } from '../../kernel/i18n.ts'

export const ucParts = {
  profile: { title: '个人资料', icon: 'person' },
  msg: { title: '我的消息', icon: 'mail' },
  cert: { title: '我的证书', icon: 'award' },
  real: { title: '实名认证', icon: 'card' },
  path: { title: '我的培养', icon: 'route' },
  learn: { title: '学习记录', icon: 'clock' },
  work: { title: '我的作业', icon: 'pen' },
  train: { title: '训练历史', icon: 'list' },
  survey: { title: '我的问卷', icon: 'poll' },
  points: { title: '积分明细', icon: 'star' },
  pay: { title: '付款记录', icon: 'purse' },
  password: { title: '修改密码', icon: 'key' },
  account: { title: '账号绑定', icon: 'link' },
  totp: { title: '两步验证', icon: 'shield' },
  session: { title: '登录设备', icon: 'phone' },
} as const satisfies Record<string, { title: PlainText; icon: string }>
export type UcPart = keyof typeof ucParts
