// How a drill ends: its outcome, a failure, and too long a run; what it started is always cleared away.
import { expect, test } from 'vitest'
import { type Drill, perform, type Stage } from './drill.ts'

const named = (run: Drill['run'], seconds = 30): Drill => ({ usage: '', seconds, run })

/** Performs a drill that starts two things. @returns its outcome, and what was cleared away in which order */
async function played(run: Drill['run'], seconds?: number) {
  const closed: string[] = []
  const start = ({ atEnd }: Stage) => {
    for (const name of ['database', 'server']) atEnd(async () => closed.push(name))
  }
  const drill = named(async (stage) => {
    start(stage)
    return run(stage)
  }, seconds)
  return { outcome: await perform('example', drill, ['--candidates', '3'], () => undefined), closed }
}

test('an outcome has name, time and machine, and the arguments reach the drill', async () => {
  const { outcome, closed } = await played(async ({ args }) => ({ ok: true, args }))
  expect(outcome).toMatchObject({
    drill: 'example',
    ok: true,
    args: ['--candidates', '3'],
    machine: expect.stringContaining('cores') as unknown,
  })
  expect(closed).toEqual(['server', 'database'])
})

test('a failure is an outcome with its reason', async () => {
  const { outcome, closed } = await played(() => Promise.reject(new Error('the database is gone')))
  expect(outcome).toMatchObject({ ok: false, reason: 'the database is gone' })
  expect(closed).toEqual(['server', 'database'])
})

test('a drill that does not end is ended', async () => {
  let aborted = false
  const { outcome, closed } = await played(({ signal }) => {
    signal.addEventListener('abort', () => (aborted = true))
    return new Promise(() => undefined)
  }, 0.05)
  expect(outcome).toMatchObject({ ok: false, reason: 'the drill example took longer than 0.05 s' })
  expect([aborted, closed]).toEqual([true, ['server', 'database']])
})
