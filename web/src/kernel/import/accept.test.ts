// Files that an upload accepts, and the text for files that it does not.
import { expect, test } from 'vitest'
import { isAccepted, oldOffice } from './accept.ts'

test('old Office files are distinguished from accepted ones', () => {
  expect([isAccepted('卷.DOCX', ['docx']), isAccepted('卷.doc', ['docx'])]).toEqual([true, false])
  expect(oldOffice('卷.DOC')).toContain('.docx')
  expect(oldOffice('卷.xls')).toContain('.xlsx')
  expect([oldOffice('卷.xlsx'), oldOffice('卷.pdf')]).toEqual([undefined, undefined])
})
