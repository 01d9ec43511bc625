import { ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { expect, test, vi } from 'vitest'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { PackageReports } from './package-reports.ts'
import { reportOf, storedReports, type UnsentReport } from './stored-reports.ts'

const report = (seq: number, more: Partial<UnsentReport> = {}): UnsentReport => ({
  track: '7',
  session: 1,
  seq,
  cmi: { a: String(seq) },
  ...more,
})
type Save = (report: UnsentReport) => Promise<typeof saved>
const saved = { taken: true, isNewest: true, outcome: ScormStatus.incomplete, score: null, finished: false, courseFinished: false }
const offline = () => new CallFailure(0, '', null, 0)

function made(user: string, save = vi.fn<Save>(async () => saved)) {
  const stored = storedReports(user, '1', '2')
  const [onSaved, onWaiting] = [vi.fn<() => void>(), vi.fn<(isWaiting: boolean) => void>()]
  const reports = new PackageReports({ save, stored })
  reports.tell({ onSaved, onWaiting })
  return { save, stored, onSaved, onWaiting, reports }
}

test('a report that was sent is not stored any more', async () => {
  const { reports, stored, onSaved } = made('a')
  reports.take(report(1))
  expect(stored.read()).toEqual([report(1)])
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(stored.read()).toEqual([])
})

test('without a network the newest report of each part stays, and goes with the next opening', async () => {
  const save = vi.fn<Save>(async () => saved).mockRejectedValue(offline())
  const { reports, stored, onWaiting } = made('b', save)
  reports.take(report(1))
  reports.take(report(2))
  reports.take(report(1))
  reports.take(report(1, { track: '8' }))
  await vi.waitFor(() => expect(onWaiting).toHaveBeenCalledWith(true))
  expect(stored.read()).toEqual([report(2), report(1, { track: '8' })])
  const later = made('b')
  expect(await later.reports.send()).toBe(true)
  expect(later.save.mock.calls.map(([one]) => one)).toEqual([report(2), report(1, { track: '8' })])
  expect(stored.read()).toEqual([])
})

test('a report that arrives while one is sent follows it', async () => {
  const first = Promise.withResolvers<typeof saved>()
  const save = vi.fn<Save>((one) => (one.seq === 1 ? first.promise : Promise.resolve(saved)))
  const { reports, stored } = made('c', save)
  reports.take(report(1))
  reports.take(report(2))
  first.resolve(saved)
  await vi.waitFor(() => expect(save.mock.calls.map(([one]) => one.seq)).toEqual([1, 2]))
  await vi.waitFor(() => expect(stored.read()).toEqual([]))
})

test('a refused report is dropped', async () => {
  const save = vi.fn<Save>(async () => saved).mockRejectedValue(new CallFailure(errors.notFound[0], ''))
  const { reports, stored } = made('d', save)
  reports.take(report(1))
  await vi.waitFor(() => expect(stored.read()).toEqual([]))
  expect(save).toHaveBeenCalledOnce()
})

test.each([undefined, 'x', {}, { ...report(1), seq: '1' }, { ...report(1), cmi: { a: 1 } }, { ...report(0) }])(
  '%o of a frame is no report',
  (data) => {
    expect(reportOf(data)).toBeUndefined()
  },
)
