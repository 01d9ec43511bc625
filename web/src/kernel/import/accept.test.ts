// Which files an upload takes, and what is said of those it does not.
import { expect, test } from 'vitest'
import { isAccepted, oldOffice } from './accept.ts'

test('files of old Office are told apart from those that are taken', () => {
  expect([isAccepted('卷.DOCX', ['docx']), isAccepted('卷.doc', ['docx'])]).toEqual([true, false])
  expect(oldOffice('卷.DOC')).toContain('.docx')
  expect(oldOffice('卷.xls')).toContain('.xlsx')
  expect([oldOffice('卷.xlsx'), oldOffice('卷.pdf')]).toEqual([undefined, undefined])
})
