import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { code } from '../../../../../test/refusal.ts'
import type { setUpExam } from '../../exam-setup.factory.ts'
import { rightAnswer } from '../../exam-setup.factory.ts'

const { app, ann, bob } = await startWith('ann', 'bob')

async function startPaper(settings: Parameters<typeof setUpExam>[1]) {
  const { id, session, keys, row } = await openNewPaper(app, ann, { passScore: 100, ...settings }, { single: 2 })
  const [key] = keys
  await app.ok(paper['fill-answer'], { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq: 1 }, ann.token)
  return { id, row }
}
const watched = { leaveWatch: true, leaveSeconds: 5, leaveLimit: 3 }

describe('a leave', () => {
  const leave = (id: string, eventId: string, seconds = 30) => app.ok(paper['leave-incr'], { id, seconds, eventId }, ann.token)

  test('counts once per event id, and not below the threshold', async () => {
    const { id, row } = await startPaper(watched)
    const same = await Promise.all(Array.from({ length: 6 }, () => leave(id, 'one')))
    expect(new Set(same.map((one) => one.leaveTimes))).toEqual(new Set([1]))
    expect(await leave(id, 'short', 5)).toEqual({ leaveTimes: 1, overLimit: false })
    expect(await leave(id, 'long', 5.1)).toEqual({ leaveTimes: 2, overLimit: false })
    expect((await row()).leaveTimes).toBe(2)
    expect((await app.ok(paper['paper-detail'], { id }, ann.token)).rules).toMatchObject({ ...watched, leaveTimes: 2 })
  })

  test('force-closes and marks the paper once at the limit, and a repeated event returns the same', async () => {
    const { id, row } = await startPaper({ ...watched, leaveLimit: 2 })
    await leave(id, 'a')
    const last = await Promise.all([leave(id, 'b'), leave(id, 'b'), leave(id, 'c')])
    for (const one of last) expect(one).toEqual({ leaveTimes: 2, overLimit: true })
    const closed = await row()
    expect(closed).toMatchObject({
      state: PaperState.done,
      exState: ExState.leave,
      exMsg: '离开考试页面2次',
      score: 200,
      passed: true,
      answered: 1,
      leaveTimes: 2,
    })
    expect(closed.receiptNo).not.toBeNull()
    expect(await leave(id, 'd')).toEqual({ leaveTimes: 2, overLimit: true })
    const receipt = await app.ok(paper['hand-exam'], { id }, ann.token)
    expect(receipt.receiptNo).toBe(closed.receiptNo)
    expect((await row()).exState).toBe(ExState.leave)
    const { msgs } = await app.ok(paper['left-time'], { id, acked: 0 }, ann.token)
    expect(msgs.at(-1)).toMatchObject({ type: 'handed' })
  })

  test('is not counted without leave watching, after the hand-in, or on another candidate’s paper', async () => {
    const free = await startPaper({})
    expect(await leave(free.id, 'a', 9_999)).toEqual({ leaveTimes: 0, overLimit: false })
    const { id, row } = await startPaper(watched)
    await app.ok(paper['hand-exam'], { id }, ann.token)
    expect(await leave(id, 'a')).toEqual({ leaveTimes: 0, overLimit: false })
    expect((await row()).leaveTimes).toBe(0)
    expect((await app.call(paper['leave-incr'], { id, seconds: 30, eventId: 'x' }, bob.token)).code).toBe(code('notFound'))
    for (const body of [{ seconds: -1 }, { seconds: 1e12 }, { seconds: 3, eventId: 'a b' }, { seconds: 3, eventId: 'x'.repeat(41) }])
      expect((await app.call(paper['leave-incr'], { id, ...body }, ann.token)).code).toBe(code('badInput'))
  })

  test('after the deadline closes the paper as timed out, not as left', async () => {
    const { id, row } = await startPaper({ ...watched, minutes: 10, leaveLimit: 1 })
    app.clock.advance(620)
    expect(await leave(id, 'a')).toEqual({ leaveTimes: 0, overLimit: false })
    expect(await row()).toMatchObject({ state: PaperState.done, exState: ExState.timeout, leaveTimes: 0 })
  })
})

describe('a capture', () => {
  const shown = async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = await sharp({ create: { width: 160, height: 120, channels: 3, background: 'white', noise } })
      .jpeg()
      .toBuffer()
    return picture.toString('base64')
  }
  const plain = async (format: 'jpeg' | 'png') => {
    const picture = sharp({ create: { width: 160, height: 120, channels: 3, background: 'black' } })
    return (await picture.toFormat(format).toBuffer()).toString('base64')
  }
  const save = (paperId: string, base64: string, eventId: string) => app.ok(capture.save, { paperId, base64, eventId }, ann.token)
  const events = (paperId: string) => app.db.selectFrom('paperEvent').where('paperId', '=', paperId).orderBy('id').selectAll().execute()

  test('that shows something passes and is stored; consecutive failures are counted, each once', async () => {
    const { id } = await startPaper({ captureMinutes: 1, faceChance: 3 })
    const good = `data:image/jpeg;base64,${await shown()}`
    expect(await save(id, good, 'a')).toEqual({ isBreak: false, failCount: 0, faceChance: 3 })
    expect(await save(id, '', 'b')).toMatchObject({ failCount: 1 })
    expect(await save(id, '', 'b')).toMatchObject({ failCount: 1 })
    expect(await save(id, await plain('jpeg'), 'c')).toMatchObject({ failCount: 2 })
    expect(await save(id, good, 'd')).toMatchObject({ failCount: 0 })
    expect(await save(id, await plain('png'), 'e')).toMatchObject({ failCount: 1 })
    const recorded = await events(id)
    expect(recorded.map((one) => one.reason)).toEqual(['', 'camera', 'blank', '', 'broken'])
    expect(recorded.map((one) => one.url !== '')).toEqual([true, false, true, true, false])
    const admin = await app.as('admin')
    const { events: shownEvents } = await app.ok(timeline.list, { paperId: id }, admin.token)
    expect(shownEvents.flatMap((one) => (one.kind === 'face' ? [one.kind_dictText] : []))).toEqual([
      '抓拍',
      '抓拍异常',
      '抓拍异常',
      '抓拍',
      '抓拍异常',
    ])
    const addresses = shownEvents.flatMap((one) => (one.image === '' ? [] : [one.image]))
    const statuses = async (all: string[]) => {
      const replies = await Promise.all(all.map((url) => app.http.inject({ url })))
      return replies.map(({ headers }) => headers['content-type'])
    }
    const asked = await statuses(addresses)
    expect(asked).toEqual(['image/jpeg', 'image/jpeg', 'image/jpeg'])
    await app.ok(paper.delete, { ids: [id] }, admin.token)
    expect(await statuses(addresses)).not.toContain('image/jpeg')
  })

  test('is shown by a signed address that expires, and is not stored in a public folder', async () => {
    const { id } = await startPaper({ captureMinutes: 1 })
    await save(id, await shown(), 'a')
    const admin = await app.as('admin')
    const {
      events: [, , one],
    } = await app.ok(timeline.list, { paperId: id }, admin.token)
    const address = one?.image ?? ''
    const type = async (url: string) => (await app.http.inject({ url })).headers['content-type']
    expect(await type(address)).toBe('image/jpeg')
    const key = new URLSearchParams(address.split('?')[1]).get('key') ?? ''
    expect(existsSync(join(app.app.storage.root, key))).toBe(false)
    for (const url of [`/files/${key}`, `/files/../private/${key}`, `/files/%2e%2e/private/${key}`, `/private/${key}`])
      expect(await type(url)).not.toContain('image')
    expect(await type(address.replace(/sign=./, (start) => (start === 'sign=A' ? 'sign=B' : 'sign=A')))).not.toContain('image')
    expect(await type(address.replace(/until=\d+/, 'until=9999999999'))).not.toContain('image')
    app.clock.advance(2 * 3_600 + 1)
    expect(await type(address)).not.toContain('image')
  })

  test('too many consecutive failures force-close the paper in the same transaction', async () => {
    const { id, row } = await startPaper({ captureMinutes: 1, faceChance: 2 })
    await save(id, '', 'a')
    const last = await Promise.all([save(id, 'bm8ganBlZw==', 'b'), save(id, 'bm8ganBlZw==', 'b')])
    for (const one of last) expect(one).toEqual({ isBreak: true, failCount: 2, faceChance: 2 })
    expect(await row()).toMatchObject({ state: PaperState.done, exState: ExState.face, exMsg: '连续2次人脸识别失败', score: 200 })
    expect(await save(id, await shown(), 'c')).toMatchObject({ isBreak: true, failCount: 2 })
    expect(await events(id)).toHaveLength(2)
  })

  test('is not stored if the exam takes no captures, for another candidate’s paper, or if it is too large', async () => {
    const { id } = await startPaper({})
    expect(await save(id, '', 'a')).toEqual({ isBreak: false, failCount: 0, faceChance: 3 })
    expect(await events(id)).toEqual([])
    expect((await app.call(capture.save, { paperId: id, base64: '' }, bob.token)).code).toBe(code('notFound'))
    expect((await app.call(capture.save, { paperId: id, base64: 'x'.repeat(1_500_000) }, ann.token)).msg).toBe('图片过大')
  })
})
