// What is wrong with an input, by key. English stands beside it in tmpl.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const tmplTexts = {
  tmplModeUnchosen: '请选择组题方式',
  tmplEmpty: '试卷模板中还没有试题',
} as const

export const say = speaker(tmplTexts)
