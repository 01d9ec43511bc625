import { record } from '@shuyuan/contract/paper/record/record.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { putDone, signPieces } from './cloud/cloud.service.ts'
import { findNeed, saveConsent } from './need.service.ts'
import { beginPart, findOwnRecord } from './part.service.ts'
import { openPhone, phoneStateOf } from './phone.service.ts'

export default serve(record, {
  need: findNeed,
  consent: saveConsent,
  begin: beginPart,
  'phone-open': openPhone,
  'phone-state': phoneStateOf,
  'sign-pieces': signPieces,
  'put-done': putDone,
  mine: findOwnRecord,
})
