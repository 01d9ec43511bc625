import type { Translated } from '../kernel/message.ts'
import type { trainServerTexts } from './train.server.texts.ts'

export const trainServerTextsEn: Translated<typeof trainServerTexts> = {
  questionDeleted: 'This question has been removed',
  trainReviewMode: 'Memorising takes no answers',
  repoNoTraining: 'This bank is not open to training',
  trainHoursOf: 'Training on this bank is open every day at {{hours}}; please come back then',
  trainNoFavourites: 'You have no favourite questions in this bank',
  trainNoWrong: 'You have no wrong answers in this bank',
  trainAllDone: 'You have answered every question of this bank',
  trainNothingDue: 'Nothing is due now; come back later',
  chapterUnchosen: 'Choose a chapter',
  quTypeUnchosen: 'Choose a type',
  wrongScopeUnchosen: 'Please choose which wrong answers to train',
  trainRunning: 'The training has not ended',
}
