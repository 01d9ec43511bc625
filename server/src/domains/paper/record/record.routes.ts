import { record } from '@shuyuan/contract/paper/record/record.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { findNeed, saveConsent } from './need.service.ts'
import { beginPart, findOwnRecord } from './piece.service.ts'

export default serve(record, { need: findNeed, consent: saveConsent, begin: beginPart, mine: findOwnRecord })
