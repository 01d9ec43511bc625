// A process that starts during an exam beside others has read the open papers and the sessions of their candidates before these call.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { type Person, startApp, type TestApp } from '../../../../../test/start-app.ts'
import { endSessions, SESSION_TOPIC } from '../../../session/session.service.ts'
import { keysOf, rightAnswer } from '../../exam-setup.factory.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const closing: TestApp[] = []
afterAll(async () => {
  for (const one of closing) await one.close()
})

async function sit(person: Person) {
  const { id } = await startNewPaper(app, person, {}, { single: 2 })
  const { session } = await app.ok(paper['paper-detail'], { id }, person.token)
  const [key] = [...(await keysOf(app, id)).values()]
  return { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq: 1 }
}

async function startAnother() {
  const another = await startApp({ databaseUrl: app.databaseUrl, env: { SHARE_PORT: 'true' } })
  closing.push(another)
  return another
}

/** The tables that statements of the query builder name while `act` runs. */
async function tablesRead(act: () => Promise<unknown>): Promise<Set<string>> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    const texts = asked.mock.calls.map(([given]: unknown[]) => (typeof given === 'string' ? given : (given as { text: string }).text))
    return new Set(texts.flatMap((text) => [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, table]) => table!)))
  } finally {
    asked.mockRestore()
  }
}

test('the first save in a new process reads neither the paper nor the session', async () => {
  const save = await sit(ann)
  const another = await startAnother()
  const tables = await tablesRead(() => another.ok(paper['fill-answer'], save, ann.token))
  expect([...tables]).toEqual(['exam'])
})

test('a session that ended after it was read is refused at its first call', async () => {
  const save = await sit(bob)
  const another = await startAnother()
  const heard = new Promise((resolve) => {
    another.app.bus.subscribe(SESSION_TOPIC, resolve)
  })
  await endSessions(app.ctx(), [bob.id], 'kicked')
  await heard
  expect((await another.call(paper['fill-answer'], save, bob.token)).code).toBe(errors.kickedOut[0])
})
