import type { Translated } from '../kernel/message.ts'
import type { tmplServerTexts } from './tmpl.server.texts.ts'

export const tmplServerTextsEn: Translated<typeof tmplServerTexts> = {
  tmplQuestionTwice: 'A question may appear only once in a template',
  tmplContentTwice: '“{{title}}” repeats an earlier question; a paper holds each question once',
  tmplRepoGone: 'The bank does not exist or has been deleted, please choose again',
  tmplChapterGone: 'The bank does not have this chapter, please choose again',
  tmplQuestionsGone: 'Some questions do not exist or have been deleted, please choose again',
  tmplStockShort: 'Not enough questions in the banks: {{n}} more needed',
}
