// What the server refuses and reports, by key. English stands beside it in tmpl.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const tmplServerTexts = {
  tmplQuestionTwice: '同一道试题在模板中只能出现一次',
  tmplContentTwice: '“{{title}}”与前面的试题内容相同，同一份试卷只能出现一次',
  tmplQuestionsGone: '有试题不存在或已被删除，请重新选择',
  tmplRepoGone: '题库不存在或已被删除，请重新选择',
  tmplChapterGone: '题库里没有这个章节，请重新选择',
  tmplStockShort: '题库存量不足，还差 {{n}} 题',
} as const

export const say = speaker(tmplServerTexts)
