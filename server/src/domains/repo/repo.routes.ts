import { repo } from '@shuyuan/contract/repo/repo.ts'
import { serve } from '../../kernel/endpoint.ts'
import { groupChapters } from './chapter.service.ts'
import { deleteRepos, findRepo, pageRepos, saveRepo } from './repo.service.ts'

export default serve(repo, { paging: pageRepos, detail: findRepo, save: saveRepo, delete: deleteRepos, 'chapter-group': groupChapters })
