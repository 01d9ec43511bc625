import type { Translated } from '../kernel/message.ts'
import type { surveyTexts } from './survey.texts.ts'

export const surveyTextsEn: Translated<typeof surveyTexts> = {
  surveyEmpty: 'Please add a question',
  surveyOptions: 'Question {{n}} needs at least two options',
  surveyRows: 'Question {{n}} needs at least one row',
  surveyKeys: 'Question {{n}} has a repeated key',
  surveyMost: 'Question {{n}} has too few options for its most choices',
  surveyConditionPlace: 'The condition of question {{n}} must name an earlier question',
  surveyConditionValue: 'Question {{n}} has a condition with an option that does not exist',
  surveyUnanswered: 'Please answer question {{n}}',
  surveyRowsUnanswered: 'Please answer every row of question {{n}}',
  surveyWrong: 'The answer of question {{n}} is not valid',
  surveyLong: 'The answer of question {{n}} can have {{max}} {{max, character/characters}} at most',
  surveyLocked: 'People have answered: texts can change, questions and options cannot be added or removed',
  surveyNameLocked: 'People have answered: a survey cannot become anonymous, or named, any more',
  surveyRefGone: 'The chosen course, exam, live lesson or learning path does not exist',
}
