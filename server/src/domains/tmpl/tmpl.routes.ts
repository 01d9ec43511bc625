import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { serve } from '../../kernel/endpoint.ts'
import { deleteTmpls, findTmpl, pageTmpls, saveTmpl } from './tmpl.service.ts'

export default serve(tmpl, { paging: pageTmpls, detail: findTmpl, save: saveTmpl, delete: deleteTmpls })
