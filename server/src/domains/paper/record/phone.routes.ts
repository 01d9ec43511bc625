import { paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { beatPhone, joinPhone } from './phone.service.ts'

export default serve(paperPhone, { join: joinPhone, beat: beatPhone })
