import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { serve } from '../../kernel/endpoint.ts'
import { deleteChapters, listChapters, saveChapter, sortChapter, groupChapters } from './chapter.service.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { deleteRepos, findRepo, pageRepos, saveRepo } from './repo.service.ts'

export default [
  ...serve(chapter, { list: listChapters, save: saveChapter, delete: deleteChapters, sort: sortChapter }),
  ...serve(repo, { paging: pageRepos, detail: findRepo, save: saveRepo, delete: deleteRepos, 'chapter-group': groupChapters }),
]
