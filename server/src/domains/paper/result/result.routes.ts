// /api/exam/archive
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { archiveSettings, saveArchiveSettings, setArchived } from './archive.service.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { downloadExport, findExport, listExports, saveExport } from './export.service.ts'

export default [
  ...serve(examArchive, { detail: archiveSettings, save: saveArchiveSettings, set: setArchived }),
  ...serve(paperExport, { save: saveExport, detail: findExport, list: listExports, download: downloadExport }),
]
