// What is wrong with an input, by key. English stands beside it in common.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const commonTexts = {
  captchaWrong: '验证码错误或已失效，请点击图片刷新验证码！',
} as const

export const say = speaker(commonTexts)
