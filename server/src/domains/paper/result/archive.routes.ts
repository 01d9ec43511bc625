// /api/exam/archive
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { archiveSettings, saveArchiveSettings, setArchived } from './archive.service.ts'

export default serve(examArchive, { detail: archiveSettings, save: saveArchiveSettings, set: setArchived })
