// English for the labels of this domain.

export const sessionLabelsEn = {
  未知设备: 'Unknown device',
  会话: 'session',
  设备: 'Device',
  最近活动: 'Last active',
  我的登录设备: 'My devices',
  下线登录设备: 'Sign a device out',
  连接凭证: 'Connection ticket',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof sessionLabelsEn, string> {}
}
