import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { openNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { sweepPapers } from '../sweep.service.ts'

const { app, ann } = await startWith('ann')

const sit = (terms: Parameters<typeof openNewPaper>[2]) => openNewPaper(app, ann, { minutes: 120, ...terms }, { single: 1 })
/** Advances the clock while the page polls the time as usual and the sweep runs. */
async function pass(seconds: number, { id, session }: { id: string; session: string }) {
  for (let left = seconds; left > 0; left -= 15) {
    app.clock.advance(15)
    await app.ok(paper['left-time'], { id, session }, ann.token)
    await sweepPapers(app.app)
  }
}

test('an online page without captures counts as a camera failure once per interval, and is notified', async () => {
  const one = await sit({ captureMinutes: 1, faceChance: 2 })
  await pass(165, one)
  expect((await one.row()).faceFails).toBe(0)
  await pass(45, one)
  expect((await one.row()).faceFails).toBe(1)
  const { events } = await app.ok(timeline.list, { paperId: one.id }, (await app.as('admin')).token)
  expect(events.find((event) => event.kind === 'face')).toMatchObject({ passed: false, verdict: 'warn', data: { reason: 'missing' } })
  const { msgs } = await app.ok(paper['left-time'], { id: one.id, acked: 0 }, ann.token)
  expect(msgs.map((msg) => msg.message)).toContain('人脸识别已失败1次，连续失败2次将自动交卷！')
  await pass(240, one)
  expect(await one.row()).toMatchObject({ state: PaperState.done, exState: ExState.face, exMsg: '连续2次人脸识别失败' })
})

test('nothing is missing from a page that is offline, sends captures, or was loaded before the exam required them', async () => {
  const away = await sit({ captureMinutes: 1 })
  app.clock.advance(600)
  await sweepPapers(app.app)
  await sweepPapers(app.app)
  expect((await away.row()).faceFails).toBe(0)
  // online again: its stored captures are still being sent at the first run
  await app.ok(paper['left-time'], { id: away.id, session: away.session }, ann.token)
  await sweepPapers(app.app)
  await app.ok(capture.save, { paperId: away.id, base64: '', eventId: 'gathered' }, ann.token)
  await sweepPapers(app.app)
  expect((await away.row()).faceFails).toBe(1)

  const late = await sit({ captureMinutes: 0 })
  const updateTime = new Date(app.clock.now().getTime() + 1_000)
  await app.db.updateTable('exam').set({ captureMinutes: 1, updateTime }).where('id', '=', late.examId).execute()
  await pass(240, late)
  expect((await late.row()).faceFails).toBe(0)
  // a page loaded after the change knows the setting
  const { session } = await app.ok(paper['paper-detail'], { id: late.id }, ann.token)
  await pass(60, { id: late.id, session })
  expect((await late.row()).faceFails).toBe(1)
})

test('reloading the page repeatedly does not postpone the captures', async () => {
  const one = await sit({ captureMinutes: 1 })
  for (let minute = 0; minute < 4; minute++) {
    const { session } = await app.ok(paper['paper-detail'], { id: one.id, takeover: true }, ann.token)
    await pass(60, { id: one.id, session })
  }
  expect((await one.row()).faceFails).toBe(1)
})
