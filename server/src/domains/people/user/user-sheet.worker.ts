// Worker thread that reads an uploaded sheet of users and checks every row.
import { fieldNames } from '@shuyuan/contract/kernel/field-names.ts'
import { issueMessage } from '@shuyuan/contract/kernel/issue-message.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import * as z from 'zod'
import { fail } from '../../../kernel/fail.ts'
import { readRowsInWorker } from '../../../kernel/sheet/sheet-rows.ts'
import { fields, readRow, requiredFields } from './user-sheet.format.ts'

z.config({ customError: issueMessage(fieldNames) })
readRowsInWorker({ fields, required: requiredFields, empty: () => fail('sheetBroken', say('userSheetEmpty')), readRow })
