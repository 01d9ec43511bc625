import type { Translated } from '../kernel/message.ts'
import type { tmplTexts } from './tmpl.texts.ts'

export const tmplTextsEn: Translated<typeof tmplTexts> = {
  tmplModeUnchosen: 'Please choose how the questions are picked',
  tmplEmpty: 'The paper template has no questions yet',
}
