import type { Translated } from '../kernel/message.ts'
import type { bookTexts } from './book.texts.ts'

export const bookTextsEn: Translated<typeof bookTexts> = {
  wrongQuestionUnchosen: 'Choose a wrong answer',
}
