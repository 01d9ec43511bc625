// /api/course/file and /api/course/caption
import { caption } from '@shuyuan/contract/course/file/caption.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteCaptions, saveCaption } from './caption.service.ts'
import { saveCover } from './cover.service.ts'
import { fetchFile } from './fetch.service.ts'
import { deleteFiles, findFile, pageFiles, saveFile, setFileState } from './file.service.ts'
import { fetchInfo, fetchState, findOwnEncoder, transcodeFiles } from './transcode.service.ts'

export default [
  ...serve(courseFile, {
    paging: pageFiles,
    detail: findFile,
    save: saveFile,
    'save-cover': saveCover,
    'fetch-file': fetchFile,
    transcode: transcodeFiles,
    'fetch-state': fetchState,
    'fetch-info': fetchInfo,
    encoder: findOwnEncoder,
    delete: deleteFiles,
    state: setFileState,
  }),
  ...serve(caption, { save: saveCaption, delete: deleteCaptions }),
]
