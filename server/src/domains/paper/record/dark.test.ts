// A camera that gives no picture while bytes go on, as a muted one whose sound is recorded: to the server it is a track that is gone.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { beginPart, openRecorded } from '../../../../test/recording.ts'
import { sweepPapers } from '../sweep.service.ts'
import { makeWebm } from './webm.factory.ts'

const { app, admin, ann } = await startWith('ann')
app.clock.stop()

type Cluster = { time: number; key: boolean; dark?: boolean }
const lit = (seconds: number): Cluster => ({ time: seconds * 1_000, key: true })
const dark = (seconds: number): Cluster => ({ time: seconds * 1_000, key: false, dark: true })

/** A candidate whose page sends a cluster every five seconds, and is there. */
async function record(
  clusters: readonly Cluster[],
  settings: Parameters<typeof openRecorded>[2],
  query: (at: number) => string = () => '',
) {
  const one = await openRecorded(app, ann, settings)
  const { address } = await beginPart(app, ann, one)
  const ends = clusters.map((_, at) => makeWebm(clusters.slice(0, at + 1)).bytes.length)
  const { bytes } = makeWebm(clusters)
  for (const [at, end] of ends.entries()) {
    app.clock.advance(5)
    const offset = ends[at - 1] ?? 0
    await app.http.inject({
      method: 'POST',
      url: `${address}?offset=${offset}${query(at)}`,
      payload: bytes.subarray(offset, end),
      headers: { 'content-type': 'application/octet-stream' },
    })
    await app.ok(paper['left-time'], { id: one.id, session: one.session }, ann)
    if (at % 3 === 2) await sweepPapers(app.app)
  }
  const { events } = await app.ok(timeline.list, { paperId: one.id }, admin)
  const [grid] = await app.ok(recordGrid['record-grid'], { examId: one.examId, paperIds: [one.id] }, admin)
  return { signals: events.filter((event) => event.kind === 'recording'), problem: grid!.tracks[0]!.problem }
}
const times = (from: number, to: number) => Array.from({ length: (to - from) / 5 + 1 }, (_, at) => from + at * 5)

test('sound without pictures becomes a signal after the time of a track that is gone, once for each gap', async () => {
  const shown = await record([...times(0, 10).map(lit), ...times(15, 60).map(dark)], { recordSound: true })
  expect(shown.signals).toEqual([expect.objectContaining({ verdict: 'warn', data: { track: '摄像头' } })])
  expect(shown.problem).toBe('silent')
  const again = await record(
    [...times(0, 10).map(lit), ...times(15, 60).map(dark), ...times(65, 75).map(lit), ...times(80, 125).map(dark)],
    { recordSound: true },
  )
  expect(again.signals).toHaveLength(2)
})

test('a picture that comes back in time is none, and a camera that never gave one is', async () => {
  const short = await record([...times(0, 10).map(lit), ...times(15, 25).map(dark), ...times(30, 60).map(lit)], { recordSound: true })
  expect([short.signals, short.problem]).toEqual([[], 'none'])
  expect((await record(times(0, 60).map(dark), { recordSound: true })).signals).toHaveLength(1)
})

test('what the page says of its camera counts, too: the last picture may be recorded again and again', async () => {
  const told = await record(times(0, 60).map(lit), {}, (at) => (at > 2 ? '&dark=1' : ''))
  expect(told.signals).toHaveLength(1)
  const short = await record(times(0, 60).map(lit), {}, (at) => (at > 2 && at < 5 ? '&dark=1' : ''))
  expect(short.signals).toEqual([])
})
