// /api/course/file
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteFiles, findFile, pageFiles, saveFile, setFileState } from './file.service.ts'

export default serve(courseFile, { paging: pageFiles, detail: findFile, save: saveFile, delete: deleteFiles, state: setFileState })
