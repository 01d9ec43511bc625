// /api/course/file
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { fetchFile } from './fetch.service.ts'
import { deleteFiles, findFile, pageFiles, saveFile, setFileState } from './file.service.ts'
import { fetchInfo, fetchState, findOwnEncoder, transcodeFiles } from './transcode.service.ts'

export default serve(courseFile, {
  paging: pageFiles,
  detail: findFile,
  save: saveFile,
  'fetch-file': fetchFile,
  transcode: transcodeFiles,
  'fetch-state': fetchState,
  'fetch-info': fetchInfo,
  encoder: findOwnEncoder,
  delete: deleteFiles,
  state: setFileState,
})
