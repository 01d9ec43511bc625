// Hints to learning pages on any server process, and the effects of a finished course.
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { SocketClient } from '../../../../test/socket-client.ts'
import { sharedApp, startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse } from '../course.factory.ts'
import { courseJobs } from '../course.jobs.ts'
import { type FinishedCourse, followFinished, onCourseFinished } from '../progress/finish.service.ts'

const STOPPED = { stopped: true, stopMsg: '您已在其他页面打开课件，本页不再计时', elsewhere: true }
/** the server process to which the pages are connected */
const finished: FinishedCourse[] = []
const { app, ann } = await startWith('ann')
const node = await sharedApp({ databaseUrl: app.databaseUrl })
for (const one of [app, node]) onCourseFinished(one.app, 'test', async (_ctx, told) => void finished.push(told))
await node.http.listen({ port: 0, host: '127.0.0.1' })

type Place = { courseId: string; fileId: string }
/** long enough for a loaded machine */
const roomOf = ({ courseId, fileId }: Place, session = '') => `read:${ann.id}:${courseId}:${fileId}:${session}`
const ticketOf = async (person: Person) => (await app.ok(socket.ticket, {}, person.token)).ticket
const addressOf = ({ courseId, fileId }: Place) => `/api/socket/read/${ann.id}/${courseId}/${fileId}`
async function connect(place: Place, session?: string) {
  const named = session === undefined ? '' : `&session=${session}`
  const page = new SocketClient(node, `${addressOf(place)}?token=${await ticketOf(ann)}${named}`)
  await expect.poll(() => node.app.sockets.count(roomOf(place, session))).toBe(1)
  return page
}
/** Videos of unknown length, which their end finishes. */
async function files(count: number) {
  const row = { title: '课件', fileType: CourseFileType.video, duration: 0, fileUrl: '/files/course/a' }
  const stored = await app.db
    .insertInto('courseFile')
    .values(Array.from({ length: count }, () => row))
    .returning('id')
    .execute()
  const courseId = await makeCourse(app.ctx(), { files: stored.map(({ id }) => ({ fileId: id })) })
  return stored.map(({ id }): Place => ({ courseId, fileId: id }))
}
const load = (place: Place) => app.ok(learn['load-process'], place, ann.token)
const save = (place: Place, session?: string) => app.ok(learn['save-process'], { ...place, session, learnSec: 1 }, ann.token)
const fix = (place: Place, session?: string) => app.ok(learn['fix-process'], { ...place, session }, ann.token)

describe('a page', () => {
  test('receives on any server process that its file is finished, and with the last one that the course is', async () => {
    const [first, last] = (await files(2)) as [Place, Place]
    const { session } = await load(first)
    const page = await connect(first, session)
    page.socket.send('ping')
    expect(await page.next()).toBe('pong')
    await fix(first, session)
    expect(await page.nextJson()).toEqual({ current: true })
    page.socket.terminate()

    await load(last)
    const unnamed = await connect(last)
    await fix(last)
    expect(await unnamed.nextJson()).toEqual({ all: true })
    unnamed.socket.terminate()
  })

  test('that was replaced is stopped, and the current one is not', async () => {
    const [place, other] = (await files(2)) as [Place, Place]
    const first = await load(place)
    const old = await connect(place, first.session)
    const second = await load(place)
    // at once, and again when it reports all the same
    expect(await old.nextJson()).toEqual(STOPPED)
    const current = await connect(place, second.session)
    await save(place, first.session)
    expect(await old.nextJson()).toEqual(STOPPED)
    const unnamed = await connect(place)
    await fix(place, second.session)
    expect(await current.nextJson()).toEqual({ current: true })
    expect(await unnamed.nextJson()).toEqual({ current: true })
    // a page without a session is stopped by its report when another file was opened
    await load(other)
    expect(await current.nextJson()).toEqual(STOPPED)
    await save(place)
    expect(await unnamed.nextJson()).toEqual(STOPPED)
    for (const one of [old, current, unnamed]) {
      expect(one.unread).toEqual([])
      one.socket.terminate()
    }
  })

  test('needs a ticket of its user: another user’s, a used one and none are refused', async () => {
    const [place] = (await files(1)) as [Place]
    const closedWith = async (token: string) =>
      ((await once(new SocketClient(node, `${addressOf(place)}?token=${token}`).socket, 'close')) as [number])[0]
    expect(await closedWith(await ticketOf(await app.as('admin')))).toBe(1008)
    expect(await closedWith('')).toBe(1008)
    const ticket = await ticketOf(ann)
    const page = new SocketClient(node, `${addressOf(place)}?token=${ticket}&session=${encodeURIComponent('a:b'.repeat(20))}`)
    await expect.poll(() => node.app.sockets.count(roomOf(place))).toBe(1)
    expect(await closedWith(ticket)).toBe(1008)
    page.socket.terminate()
  })
})

describe('a finished course', () => {
  const finish = async () => {
    const [place] = (await files(1)) as [Place]
    await load(place)
    await Promise.all([fix(place), fix(place), fix(place)])
    await fix(place)
    return { courseId: place.courseId, userId: ann.id }
  }

  test('runs its effects once, also when several calls finish it concurrently', async () => {
    const one = await finish()
    await Promise.all([followFinished(app.app), followFinished(node.app)])
    await followFinished(app.app)
    expect(finished.filter(({ courseId }) => courseId === one.courseId)).toEqual([one])
  })

  test('runs its effects again after a failure, and blocks no other', async () => {
    let broken = true
    onCourseFinished(app.app, 'broken', async (ctx, { courseId }) => {
      if (courseId !== first.courseId || !broken) return
      // its earlier writes are rolled back, too
      await ctx.db.updateTable('course').set({ title: '半途' }).where('id', '=', courseId).execute()
      throw new Error('the power went off')
    })
    const first = await finish()
    const second = await finish()
    const told = () => finished.flatMap(({ courseId }) => ([first.courseId, second.courseId].includes(courseId) ? [courseId] : []))
    await followFinished(app.app)
    expect(told()).toEqual([first.courseId, second.courseId])
    const { title } = await app.db.selectFrom('course').where('id', '=', first.courseId).select('title').executeTakeFirstOrThrow()
    expect(title).toBe('模拟课程')
    broken = false
    await followFinished(app.app)
    await followFinished(app.app)
    expect(told()).toEqual([first.courseId, second.courseId, first.courseId])
  })

  test('runs its effects by the job queue', async () => {
    const one = await finish()
    for (const job of courseJobs(node.app)) await job.run({})
    expect(finished).toContainEqual(one)
  })

  test('does not exist if the call that finished it failed', async () => {
    const [place] = (await files(1)) as [Place]
    await load(place)
    await app.db.updateTable('course').set({ endTime: app.clock.now() }).where('id', '=', place.courseId).execute()
    expect((await app.call(learn['fix-process'], place, ann.token)).code).not.toBe(0)
    await app.db.updateTable('course').set({ endTime: null }).where('id', '=', place.courseId).execute()
    expect((await load(place)).courseFinished).toBe(false)
  })
})
