import type { Translated } from '../kernel/message.ts'
import type { repoServerTexts } from './repo.server.texts.ts'

export const repoServerTextsEn: Translated<typeof repoServerTexts> = {
  chapterNameTaken: 'A chapter with this name already exists',
  chapterInUseTmpl: 'This chapter is used by a paper template and cannot be deleted',
  chapterHasSections: 'This chapter still has sections and cannot be deleted',
  chapterTooDeep: 'Chapters have two levels: a section has no sections',
  chapterForeign: 'The chapter does not belong to this bank',
  repoNameTaken: 'A bank with this name already exists',
  repoInUseTmpl: 'This bank is used by a paper template and cannot be deleted',
}
