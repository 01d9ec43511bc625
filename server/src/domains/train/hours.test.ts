// The hours of a day at which a bank may be trained on.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { makeBank } from '../qu/qu.factory.ts'

const { app, ann, teacher } = await startWith('ann', 'teacher')
const clockIn = (hours: number) => toWallClock(new Date(app.clock.now().getTime() + hours * 3_600_000)).slice(11, 16)

test('a bank with training hours starts, shows and judges nothing outside of them; staff are not bound', async () => {
  const { repoId, single } = await makeBank(app.ctx(), { single: 2 })
  const [first = '', second = ''] = single
  const trainHours = `${clockIn(-1)}-${clockIn(1)}`
  const { title, remark, isExam } = await app.ok(repo.detail, { id: repoId }, teacher)
  await app.ok(repo.save, { id: repoId, title, remark, isExam, isTrain: true, trainHours }, teacher)
  expect(await app.ok(repo.detail, { id: repoId }, ann)).toMatchObject({ trainHours })
  const { id: trainId } = await app.ok(train.start, { repoId, mode: TrainMode.inOrder }, ann)
  const answer = { tags: ['A'] }
  await app.ok(train.fill, { trainId, quId: first, answer }, ann)
  app.clock.advance(2 * 3_600)
  const refused = { code: errors.trainHours[0], msg: `该题库每天 ${trainHours} 开放训练，请在开放时段内训练` }
  const start = (mode: typeof TrainMode.inOrder | typeof TrainMode.wrong) => app.call(train.start, { repoId, mode }, ann)
  expect(await start(TrainMode.inOrder)).toMatchObject(refused)
  expect(await start(TrainMode.wrong)).toMatchObject(refused)
  expect(await app.call(train['qu-detail'], { trainId, quId: second }, ann)).toMatchObject(refused)
  expect(await app.call(train.fill, { trainId, quId: second, answer }, ann)).toMatchObject(refused)
  // what was answered before can still be read
  expect((await app.call(train['qu-detail'], { trainId, quId: first }, ann)).code).toBe(0)
  expect((await app.call(train.start, { repoId, mode: TrainMode.inOrder }, teacher)).code).toBe(0)
})

test('hours that cannot be read are refused at the field', async () => {
  const { repoId } = await makeBank(app.ctx(), { single: 1 })
  const form = { id: repoId, title: '夜训', remark: '', isExam: false, isTrain: true }
  expect(await app.call(repo.save, { ...form, trainHours: '08:00-08:00' }, teacher)).toMatchObject({
    data: { fields: [{ field: 'trainHours', msg: '时间段的开始和结束不能相同' }] },
  })
})
