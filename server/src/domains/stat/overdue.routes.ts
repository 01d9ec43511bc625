// /api/stat/overdue
import { statOverdue } from '@shuyuan/contract/stat/overdue.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageOverdue, remindOverdueRows } from './overdue.service.ts'

export default serve(statOverdue, { paging: pageOverdue, remind: remindOverdueRows })
