import { paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { beatPhone, joinPhone, phonePutDone, signPhonePieces } from './phone.service.ts'

export default serve(paperPhone, { join: joinPhone, 'sign-pieces': signPhonePieces, 'put-done': phonePutDone, beat: beatPhone })
