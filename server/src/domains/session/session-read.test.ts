// Sessions that are read before their calls come: a change in between counts.
import { afterEach, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { forgetAhead, readSession, readSessionsAhead } from './session-read.service.ts'

const { app, ann } = await startWith('ann')
const ofAnn = app.db.selectFrom('sysSession').where('userId', '=', ann.id)
const { id } = await ofAnn.select('id').executeTakeFirstOrThrow()
const setEnded = (ended: string | null) => app.db.updateTable('sysSession').set({ ended }).where('id', '=', id).execute()
afterEach(() => setEnded(null))

test('a session that was read ahead serves one call', async () => {
  await readSessionsAhead(app.app, [id])
  await setEnded('kicked')
  expect(await readSession(app.app, ann.token)).toMatchObject({ user: { id: ann.id } })
  expect(await readSession(app.app, ann.token)).toMatchObject({ ended: 'kicked' })
})

test('one that is being read when a change comes is not kept', async () => {
  const reading = readSessionsAhead(app.app, [id])
  forgetAhead(app.app)
  await reading
  await setEnded('kicked')
  expect(await readSession(app.app, ann.token)).toMatchObject({ ended: 'kicked' })
})
