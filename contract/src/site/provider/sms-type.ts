// The occasions on which a code is sent; without the providers' settings, because the sign-in page is light.
export const smsTypes = { login: '登录', reg: '注册', forgot: '找回密码', bind: '绑定手机', unbind: '解绑手机' } as const
export type SmsType = keyof typeof smsTypes
