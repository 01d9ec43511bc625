// Limits on what one person may upload, and on what learners may attach.
import { file } from '@shuyuan/contract/common/file.ts'
import { oss } from '@shuyuan/contract/common/oss.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { beforeEach, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { judgeFile, rulesOf } from './file.rules.ts'

const { app, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const MB = 1024 * 1024
const pdf = Buffer.from('%PDF-1.7\n')
const send = (who = ann) => app.upload(file.upload, pdf, 'a.pdf', { scene: 'attachment' }, who.token)
let number = 0
const has = (ownerId: string, mb: number, hoursAgo = 1) =>
  app.db
    .insertInto('commonFile')
    .values({ ownerId, name: 'a', size: mb * MB, type: 'application/pdf', scene: 'attachment', url: `/files/${number++}` })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) =>
      app.db
        .updateTable('commonFile')
        .set({ createTime: new Date(app.clock.now().getTime() - hoursAgo * 3_600_000) })
        .where('id', '=', id)
        .execute(),
    )
beforeEach(async () => {
  await app.db.deleteFrom('commonFile').execute()
  app.app.config.uploads = { learner: { dayFiles: 3, dayMb: 10, totalMb: 30 }, staff: { dayFiles: 5, dayMb: 100 } }
})
const count = async () => (await app.db.selectFrom('commonFile').select('id').execute()).length

test('so many files in 24 hours', async () => {
  for (let at = 0; at < 3; at++) expect((await send()).code).toBe(0)
  expect(await send()).toMatchObject({ code: errors.tooOften[0], msg: '24 小时内最多上传 3 个文件，请明天再上传' })
  expect((await send(bob)).code).toBe(0)
  app.clock.advance(86_401)
  expect((await send()).code).toBe(0)
})

test('of uploads at the same time no more are stored than the limit', async () => {
  const codes = (await Promise.all([1, 2, 3, 4, 5, 6].map(() => send()))).map((one) => one.code)
  expect(codes.filter((one) => one === 0)).toHaveLength(3)
  expect(await count()).toBe(3)
})

test('so many bytes in 24 hours', async () => {
  await has(ann.id, 10)
  expect(await send()).toMatchObject({ code: errors.tooOften[0], msg: '24 小时内最多上传 10 MB，请明天再上传' })
})

test('so many bytes of a learner in all, and no such limit for the back office', async () => {
  for (const who of [ann, teacher]) for (const days of [2, 3, 4]) await has(who.id, 10, days * 24)
  expect(await send()).toMatchObject({ code: errors.fileTooLarge[0], msg: '上传的文件合计不能超过 30 MB，请联系管理员' })
  expect((await send(teacher)).code).toBe(0)
})

test('keys for direct uploads are refused too', async () => {
  await has(ann.id, 11)
  app.app.storage.useProviders(async () => ({ provider: 'aliyun' }) as never)
  expect((await app.call(oss.sts, { scene: 'attachment', name: 'a.pdf' }, ann)).code).toBe(errors.tooOften[0])
  app.app.storage.useProviders(async () => undefined)
})

test('learners attach smaller files than teachers, and no Photoshop files', () => {
  const mp4 = Buffer.from('0000002066747970', 'hex')
  const judge = (isStaff: boolean, name: string, head: Buffer, mb: number) =>
    'refused' in judgeFile(rulesOf('editor', isStaff), name, head, mb * MB)
  expect([judge(false, 'a.mp4', mp4, 60), judge(true, 'a.mp4', mp4, 60), judge(false, 'a.mp4', mp4, 40)]).toEqual([true, false, false])
  expect([judge(false, 'a.psd', Buffer.from('8BPS'), 1), judge(true, 'a.psd', Buffer.from('8BPS'), 1)]).toEqual([true, false])
})

test('scenes of photos take photos only', () => {
  for (const scene of ['avatar', 'identity'] as const)
    for (const name of ['a.pdf', 'a.gif', 'a.zip', 'a.mp4']) expect(judgeFile(scene, name, pdf, 100)).toHaveProperty('refused', 'fileKind')
})
