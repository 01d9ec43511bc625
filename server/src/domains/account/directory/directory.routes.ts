// /api/sys/directory
import { directory } from '@shuyuan/contract/account/directory/directory.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { saveDirectorySettings } from './directory-settings.service.ts'
import { applyDirectory, directoryDetail, exportRows, pageRows, pageRuns, tryDirectory } from './directory.service.ts'

export default serve(directory, {
  detail: directoryDetail,
  save: saveDirectorySettings,
  paging: pageRuns,
  row: pageRows,
  export: exportRows,
  try: tryDirectory,
  apply: applyDirectory,
})
