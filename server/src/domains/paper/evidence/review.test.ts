// Reviewing recordings: verdicts with their effect and history, marks, holds, and the exported file.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { beginPart, openRecorded, sendPiece } from '../../../../test/recording.ts'
import { code } from '../../../../test/refusal.ts'
import { readArchive } from '../../../kernel/archive.ts'
import { makeRealWebm } from '../../../kernel/media/webm.factory.ts'

const { app, admin, ann, proctor } = await startWith('ann', 'proctor')
// a busy machine takes seconds for a call
app.clock.stop()
const DAY = 86_400_000
const film = await makeRealWebm(20)

async function recorded(settings: Parameters<typeof openRecorded>[2] = {}) {
  const one = await openRecorded(app, ann, settings)
  app.clock.advance(20)
  const begun = await beginPart(app, ann, one)
  app.clock.advance(21)
  await sendPiece(app, begun.address, film, 0, true)
  await handIn(app, ann, one.id)
  await app.runJobs('paper.record.close')
  return one
}
const detail = (paperId: string) => app.ok(evidence.detail, { paperId }, admin)
const paperOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const keptFor = async (id: string) => {
  const { keepUntil } = await app.db.selectFrom('paperRecord').where('paperId', '=', id).selectAll().executeTakeFirstOrThrow()
  return Math.round((keepUntil!.getTime() - (await paperOf(id)).handTime!.getTime()) / DAY)
}
type Form = Parameters<typeof judge>[1]
const judge = (
  paperId: string,
  form: {
    verdict: (typeof EvidenceVerdict)[keyof typeof EvidenceVerdict]
    version: number
    reason?: string
    effect?: 'none' | 'note' | 'void' | 'restore'
  },
  who = admin,
) => app.call(evidenceReview.verdict, { paperId, reason: '', ...form }, who)
const seen = '录像中多次有他人进入画面'

test('a violation voids the paper with its reason, tells the candidate, keeps the recording longer, and is taken back as it was', async () => {
  const { id } = await recorded({ recordDays: 7 })
  await app.db.updateTable('paper').set({ exState: ExState.timeout, exMsg: '到时' }).where('id', '=', id).execute()
  expect(await keptFor(id)).toBe(7)
  expect((await judge(id, { verdict: EvidenceVerdict.violation, version: 0, reason: '太短', effect: 'void' })).code).not.toBe(0)
  expect((await paperOf(id)).state).not.toBe(PaperState.givenUp)
  expect(await judge(id, { verdict: EvidenceVerdict.violation, version: 0, reason: seen, effect: 'void' })).toMatchObject({ code: 0 })
  expect(await paperOf(id)).toMatchObject({ state: PaperState.givenUp, exState: ExState.violation, exMsg: seen })
  expect(await keptFor(id)).toBe(180)
  const told = await app.db.selectFrom('sysMsg').where('userId', '=', ann.id).where('refId', '=', id).selectAll().execute()
  expect(told.map((one) => one.content).join('')).toContain(`您的答卷经人工复核被认定为违规，原因：${seen}。如有异议，可在`)
  const voided = await detail(id)
  expect(voided).toMatchObject({ verdict: EvidenceVerdict.violation, version: 1, isVoid: true })
  // a reviewer who has seen an earlier state is refused
  expect((await judge(id, { verdict: EvidenceVerdict.clear, version: 0 })).code).toBe(code('verdictChanged'))
  await judge(id, { verdict: EvidenceVerdict.clear, version: 1, reason: '申诉成立', effect: 'restore' })
  expect(await paperOf(id)).toMatchObject({ state: PaperState.done, exState: ExState.timeout, exMsg: '到时' })
  expect(await keptFor(id)).toBe(7)
  const { verdicts, isVoid } = await detail(id)
  expect([isVoid, verdicts.map((one) => [one.verdict, one.effect, one.reason])]).toEqual([
    false,
    [
      [EvidenceVerdict.clear, 'restore', '申诉成立'],
      [EvidenceVerdict.violation, 'void', seen],
    ],
  ])
  const { events } = await app.ok(timeline.list, { paperId: id }, admin)
  expect(events.filter((one) => one.kind === 'verdict').map((one) => one.message)).toEqual([`违规：${seen}`, '未见异常：申诉成立'])
  const audited = await app.db.selectFrom('sysLog').where('path', '=', evidenceReview.verdict.path).orderBy('id').selectAll().execute()
  expect(audited.at(-2)).toMatchObject({ before: { exState: ExState.timeout }, after: { effect: 'void', reason: seen } })
})

test('an effect that does not fit the verdict or the paper changes nothing', async () => {
  const { id } = await recorded()
  const refused = async (form: Omit<Form, 'version'>) => (await judge(id, { version: 0, reason: seen, ...form })).code
  expect(await refused({ verdict: EvidenceVerdict.watch, effect: 'void' })).not.toBe(0)
  expect(await refused({ verdict: EvidenceVerdict.clear, effect: 'note' })).not.toBe(0)
  expect(await refused({ verdict: EvidenceVerdict.clear, effect: 'restore' })).not.toBe(0)
  await app.ok(paper['mark-as'], { ids: [id], exState: ExState.admin, exMsg: '缺考处理', state: PaperState.givenUp }, admin)
  expect(await refused({ verdict: EvidenceVerdict.violation, effect: 'void' })).not.toBe(0)
  expect(await detail(id)).toMatchObject({ verdict: EvidenceVerdict.none, version: 0, verdicts: [] })
  const open = await openRecorded(app, ann)
  expect((await judge(open.id, { verdict: EvidenceVerdict.clear, version: 0 })).code).toBe(code('paperStillOpen'))
})

test('only reviewers with the permission and the candidate in their data scope judge, mark, hold and export', async () => {
  const { id } = await recorded()
  const tags = ['paper:evidence', 'paper:evidence:mark', 'paper:evidence:verdict', 'paper:evidence:export']
  const far = await enrolWith(app, { userName: 'far-off' }, tags, DataScope.own)
  const span = { paperId: id, fromMs: 0, toMs: 1_000, label: '他人' }
  const calls = (who: typeof admin) => [
    judge(id, { verdict: EvidenceVerdict.clear, version: 0 }, who),
    app.call(evidenceReview['mark-save'], span, who),
    app.call(evidenceReview.hold, { paperId: id, until: null, reason: '申诉' }, who),
    app.call(evidenceReview.export, { paperId: id, tracks: [RecordTrack.camera] }, who),
  ]
  const codes = async (who: typeof admin) => new Set((await Promise.all(calls(who))).map((one) => one.code))
  expect([await codes(far), await codes(proctor), await codes(ann)]).toEqual([
    new Set([code('notFound')]),
    new Set([code('forbidden')]),
    new Set([code('forbidden')]),
  ])
})

test('marks lie on the axis; a reviewer removes own ones, others need the right to judge', async () => {
  const { id } = await recorded()
  const marker = await enrolWith(app, { userName: 'marker1' }, ['paper:evidence', 'paper:evidence:mark'], DataScope.all)
  const span = { paperId: id, fromMs: 22_000, toMs: 25_000, label: '他人', note: '右侧', track: RecordTrack.camera }
  const mine = await app.ok(evidenceReview['mark-save'], span, marker)
  const other = await app.ok(evidenceReview['mark-save'], { ...span, fromMs: 1_000, track: null }, admin)
  expect((await app.call(evidenceReview['mark-save'], { ...span, toMs: 1 }, marker)).code).not.toBe(0)
  const { marks } = await app.ok(evidence.detail, { paperId: id }, marker)
  expect(marks).toMatchObject([
    { id: other.id, own: false, track: null },
    { id: mine.id, own: true, fromMs: 22_000, label: '他人' },
  ])
  expect((await app.call(evidenceReview['mark-delete'], { id: other.id }, marker)).code).toBe(code('forbidden'))
  await app.ok(evidenceReview['mark-delete'], { id: mine.id }, marker)
  expect((await app.call(evidenceReview['mark-delete'], { id: mine.id }, marker)).code).toBe(code('notFound'))
})

test('a hold keeps the recording and the paper until its end, not longer than the candidate has agreed to', async () => {
  const { id } = await recorded({ recordDays: 7 })
  const { handTime } = await paperOf(id)
  const at = (days: number) => toWallClock(new Date(handTime!.getTime() + days * DAY))
  const hold = (until: string | null, who = admin) => app.call(evidenceReview.hold, { paperId: id, until, reason: '考生申诉' }, who)
  expect((await detail(id)).holdMost).toBe(at(180))
  expect((await hold(at(181))).code).not.toBe(0)
  expect((await hold(at(-1))).code).not.toBe(0)
  expect(await hold(at(20))).toMatchObject({ code: 0 })
  expect(await keptFor(id)).toBe(20)
  expect((await app.call(paper.delete, { ids: [id] }, admin)).code).toBe(code('recordHeld'))
  app.clock.advance(8 * 86_400)
  await app.runJobs('paper.record.forget')
  const again = await app.as('admin')
  expect(await app.ok(evidence.detail, { paperId: id }, again)).toMatchObject({
    state: RecordState.complete,
    verdicts: [{ effect: 'hold', reason: '考生申诉' }],
  })
  await hold(null, again)
  await app.runJobs('paper.record.forget')
  expect(await app.ok(evidence.detail, { paperId: id }, again)).toMatchObject({ state: RecordState.deleted, holdUntil: null })
  expect((await hold(at(30), again)).code).toBe(code('recordGone'))
  await app.ok(paper.delete, { ids: [id] }, again)
})

test('an exported recording is a file of its own with length and list, and stands in the log of views', async () => {
  const boss = await app.as('admin')
  const worker = await app.as('ann')
  const one = await openRecorded(app, worker)
  const begun = await beginPart(app, worker, one)
  app.clock.advance(21)
  await sendPiece(app, begun.address, film, 0, true)
  const ask = (more = {}) => app.call(evidenceReview.export, { paperId: one.id, tracks: [RecordTrack.camera], ...more }, boss)
  expect((await ask()).code).toBe(code('paperStillOpen'))
  await handIn(app, worker, one.id)
  await app.runJobs('paper.record.close')
  expect((await ask({ tracks: [RecordTrack.screen] })).code).not.toBe(0)
  await app.ok(evidenceReview['mark-save'], { paperId: one.id, fromMs: 0, toMs: 2_000, label: '他人' }, boss)
  const { id, total } = await app.ok(evidenceReview.export, { paperId: one.id, tracks: [RecordTrack.camera], fromMs: 0, toMs: 3_000 }, boss)
  expect(total).toBe(1)
  await app.runJobs('paper.export')
  expect(await app.ok(paperExport.detail, { id }, boss)).toMatchObject({ state: ExportState.done, kind: 'evidence', done: 1 })
  const reply = await app.http.inject({ method: 'POST', url: paperExport.download.path, headers: { token: boss.token }, payload: { id } })
  const files = readArchive(reply.rawPayload)
  const [name] = [...files.keys()].filter((one) => one.endsWith('.webm'))
  expect([...files.keys()]).toContain('录像清单.xlsx')
  const copy = Buffer.from(files.get(name!)!)
  // length and index, which the recorder does not write
  expect([copy.includes(Buffer.from('4489', 'hex')), copy.includes(Buffer.from('1c53bb6b', 'hex'))]).toEqual([true, true])
  expect(copy.length).toBeLessThan(film.length)
  const { records } = await app.ok(evidence.views, { current: 1, size: 10, params: { paperId: one.id } }, boss)
  expect(records).toMatchObject([{ exported: true, seen: false, fromMs: 0 }])
  const other = await enrolWith(app, { userName: 'other1' }, ['paper:evidence:export'], DataScope.all)
  expect((await app.call(paperExport.detail, { id }, other)).code).toBe(code('notFound'))
})
