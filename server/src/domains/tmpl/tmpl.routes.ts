import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { serve } from '../../kernel/endpoint.ts'
import { listGroupQuestions, listGroups, stockOf } from './group.service.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { deleteTmpls, findTmpl, pageTmpls, saveTmpl } from './tmpl.service.ts'

export default [
  ...serve(tmplGroup, { 'list-group': listGroups, 'list-qu': listGroupQuestions, stock: stockOf }),
  ...serve(tmpl, { paging: pageTmpls, detail: findTmpl, save: saveTmpl, delete: deleteTmpls }),
]
