// What is wrong with an input, by key. English stands beside it in book.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const bookTexts = {
  wrongQuestionUnchosen: '请选择错题',
} as const

export const say = speaker(bookTexts)
