import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { serve } from '../../kernel/endpoint.ts'
import { listGroupQuestions, listGroups, stockOf } from './group.service.ts'

export default serve(tmplGroup, { 'list-group': listGroups, 'list-qu': listGroupQuestions, stock: stockOf })
