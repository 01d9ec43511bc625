// What the server refuses and reports, by key. English stands beside it in repo.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const repoServerTexts = {
  chapterNameTaken: '章节名称已存在',
  chapterInUseTmpl: '章节已被试卷模板使用，不能删除',
  chapterHasSections: '章节下还有小节，不能删除',
  chapterTooDeep: '章节只有两级：小节下面不能再有小节',
  chapterForeign: '章节不属于该题库',
  repoNameTaken: '题库名称已存在',
  repoInUseTmpl: '题库已被试卷模板使用，不能删除',
} as const

export const say = speaker(repoServerTexts)
