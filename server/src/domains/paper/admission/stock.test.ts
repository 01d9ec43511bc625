// An exam whose bank has lost questions since the template was published.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann } = await startWith('ann')

test('a stock that has become too small is told on the start page and at the start, in words for candidates', async () => {
  const { examId, repoId } = await setUpExam(app.ctx(), {}, { single: 2 })
  const rows = await app.db.selectFrom('qu').where('repoId', '=', repoId).select('id').execute()
  const ids = rows.slice(1).map((row) => row.id)
  await app.db.updateTable('qu').set({ deleted: true, updateTime: app.clock.now() }).where('id', 'in', ids).execute()
  const info = await app.ok(checkInfo['check-info'], { id: examId }, ann)
  expect(info).toMatchObject({ canStart: false, reasons: [errors.examStock[1]], reasonKeys: ['examStock'] })
  expect(await app.call(paper['create-paper'], { examId }, ann)).toEqual(refusal('examStock'))
})

test('an exam with sufficient stock has no such reason', async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 2 })
  expect(await app.ok(checkInfo['check-info'], { id: examId }, ann)).toMatchObject({ canStart: true, reasons: [] })
})
