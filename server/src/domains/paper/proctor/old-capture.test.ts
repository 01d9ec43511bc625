// Pictures of exams are kept for as many days as the settings say.
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cameraPicture } from '../../../../test/faces.ts'
import { openNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { json } from '../../../kernel/database.ts'
import { paperJobs } from '../paper.jobs.ts'

const { app, ann } = await startWith('ann')
const admin = (await app.as('admin')).token
const DAY = 86_400
const forget = () =>
  paperJobs(app.app)
    .find((job) => job.name === 'paper.capture.forget')!
    .run({})

test('the daily job removes them; the timeline keeps what was noted', async () => {
  const rules = await app.ok(sysFace['rules-detail'], {}, admin)
  expect(rules.examKeepDays).toBe(180)
  await app.ok(sysFace['rules-save'], { ...rules, examKeepDays: 30 }, admin)
  const { id: paperId } = await openNewPaper(app, ann, { minutes: 120, captureMinutes: 1 }, { single: 1 })
  const base64 = (await cameraPicture('ann1')).toString('base64')
  await app.ok(capture.save, { paperId, base64, eventId: 'one' }, ann.token)
  const { url } = await app.db
    .selectFrom('paperEvent')
    .where('paperId', '=', paperId)
    .where('url', '!=', '')
    .select('url')
    .executeTakeFirstOrThrow()
  const bytes = () => app.app.storage.readPrivate(url.slice('private:'.length), 2_000_000)
  app.clock.advance(29 * DAY)
  await forget()
  expect(await bytes()).toBeDefined()
  app.clock.advance(2 * DAY)
  await forget()
  expect(await bytes()).toBeUndefined()
  const { events } = await app.ok(timeline.list, { paperId }, admin)
  expect(events.find((event) => event.kind === 'face')).toMatchObject({ passed: true })
})

test('a site that had pictures before there was a number of days keeps them, unless it has set one', async () => {
  const file = new URL('../../../../migrations/20261129000000_keep_exam_pictures.sql', import.meta.url)
  const upgrade = () => sql.raw(readFileSync(file, 'utf8')).execute(app.db)
  const stored = () => app.db.selectFrom('sysConfig').where('key', '=', 'face').select('data').executeTakeFirst()
  const set = await stored()
  await app.db.updateTable('paperEvent').set({ url: '' }).execute()
  await app.db.deleteFrom('sysConfig').where('key', '=', 'face').execute()
  await upgrade()
  expect(await stored()).toBeUndefined()
  await sql`insert into paper_event (paper_id, event_id, kind, url, create_time) select max(id), 'old', 'face', 'private:old', now() from paper`.execute(
    app.db,
  )
  await upgrade()
  expect(await stored()).toEqual({ data: { examKeepDays: 3_650 } })
  await app.db
    .updateTable('sysConfig')
    .set({ data: json(set?.data) })
    .where('key', '=', 'face')
    .execute()
  await upgrade()
  expect(await stored()).toEqual(set)
})
