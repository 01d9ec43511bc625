import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const sessionEn = {
  '{{wait}} 秒后重发': 'Resend in {{wait}} s',
  '“{{device}}”上的登录将立即失效，确定要下线吗？': '“{{device}}” will be signed out at once. Go on?',
  下线: 'Sign out',
  '下线 {{device}}': 'Sign out {{device}}',
  '图形验证码不能为空！': 'Please enter the captcha!',
  手机号不能为空: 'Please enter your mobile number',
  本机: 'This device',
  '演示站点不发送短信，也不显示这个手机号的验证码': 'This demonstration sends no SMS, and does not show the code of this number',
  '演示站点不发送短信，验证码：{{demoCode}}': 'This demonstration sends no SMS. The code is {{demoCode}}',
  '短信发送成功，请查收手机短信！': 'SMS sent, please check your phone!',
  短信验证码不能为空: 'Please enter the SMS code',
  获取验证码: 'Get code',
  '验证码错误或已失效，请点击图片刷新验证码！': 'The captcha is wrong or has expired. Click the picture for a new one!',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof sessionEn> {}
}
