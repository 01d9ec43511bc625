import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { askForLate } from './late-own.service.ts'
import { acceptLate, pageLate } from './late.service.ts'

export default serve(late, { paging: pageLate, ask: askForLate, accept: acceptLate })
