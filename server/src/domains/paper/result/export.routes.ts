import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { downloadExport, findExport, listExports, saveExport } from './export.service.ts'

export default serve(paperExport, { save: saveExport, detail: findExport, list: listExports, download: downloadExport })
