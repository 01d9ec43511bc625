import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { serve } from '../../kernel/endpoint.ts'
import { deleteChapters, listChapters, saveChapter, sortChapter } from './chapter.service.ts'

export default serve(chapter, { list: listChapters, save: saveChapter, delete: deleteChapters, sort: sortChapter })
