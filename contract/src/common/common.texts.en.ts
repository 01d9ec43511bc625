import type { Translated } from '../kernel/message.ts'
import type { commonTexts } from './common.texts.ts'

export const commonTextsEn: Translated<typeof commonTexts> = {
  captchaWrong: 'The captcha is wrong or has expired. Click the picture for a new one!',
}
