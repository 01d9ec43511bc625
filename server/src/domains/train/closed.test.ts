// Training on banks that an exam closes while it is open.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { quCheck } from '@shuyuan/contract/train/qu-check.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { refusal } from '../../../test/refusal.ts'
import { makeExam } from '../exam/exam.factory.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'

const { app, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const answer: Answer = { tags: ['A'] }
const CLOSED = refusal('trainClosed')
const openToTraining = (repoId: string) => app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
const start = (repoId: string) => app.call(train.start, { repoId, mode: TrainMode.inOrder }, ann)

test('every call of a training refuses while the exam is open, also for answers given before; afterwards it goes on', async () => {
  const bank = await makeBank(app.ctx(), { single: 3 })
  await openToTraining(bank.repoId)
  const { id: trainId } = await app.ok(train.start, { repoId: bank.repoId, mode: TrainMode.inOrder }, ann)
  const [first = '', second = ''] = bank.single
  await app.ok(train.fill, { trainId, quId: first, answer }, ann)
  const groups = [{ title: '一', mode: 'fixed' as const, draws: [], quList: [{ quId: second, score: 200 }] }]
  const examId = await makeExam(app.ctx(), { tmplId: await makeTmpl(app.ctx(), { groups }), closeTraining: true })
  expect(await start(bank.repoId)).toEqual(CLOSED)
  expect(await app.call(train['qu-detail'], { trainId, quId: first }, ann)).toEqual(CLOSED)
  expect(await app.call(train.fill, { trainId, quId: second, answer }, ann)).toEqual(CLOSED)
  expect(await app.call(quCheck['check-answer'], { quId: second, answer }, ann)).toEqual(CLOSED)
  // those who manage banks are not concerned
  expect((await app.call(train.start, { repoId: bank.repoId, mode: TrainMode.review }, teacher)).code).toBe(0)
  // another bank stays open
  const free = await makeBank(app.ctx(), { single: 1 })
  await openToTraining(free.repoId)
  expect((await start(free.repoId)).code).toBe(0)
  // a paper that is open keeps it closed after the end of the window
  const { id } = await app.ok(paper['create-paper'], { examId }, bob)
  await app.db.updateTable('exam').set({ endTime: app.app.clock() }).where('id', '=', examId).execute()
  expect(await start(bank.repoId)).toEqual(CLOSED)
  await app.ok(paper['hand-exam'], { id }, bob)
  expect((await start(bank.repoId)).code).toBe(0)
  expect((await app.call(train['qu-detail'], { trainId, quId: first }, ann)).code).toBe(0)
})

test('an exam without the setting, or before its start, closes nothing', async () => {
  const { repoId, tmplId } = await setUpExam(app.ctx(), {}, { single: 1 })
  await openToTraining(repoId)
  const hour = 3_600_000
  await makeExam(app.ctx(), { tmplId, closeTraining: true, startTime: new Date(app.app.clock().getTime() + hour), endTime: null })
  expect((await start(repoId)).code).toBe(0)
})

test('the exam form names the banks of the template that are open to training', async () => {
  const { repoId, tmplId } = await setUpExam(app.ctx(), {}, { single: 1 })
  expect(await app.ok(exam['train-repos'], { tmplId }, teacher)).toEqual([])
  await openToTraining(repoId)
  expect(await app.ok(exam['train-repos'], { tmplId }, teacher)).toMatchObject([{ id: repoId }])
  expect(await app.call(exam['train-repos'], { tmplId }, ann)).toEqual(refusal('forbidden'))
})
