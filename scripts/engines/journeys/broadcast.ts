// The journey of a lecturer: a broadcast from the browser, and its replay as a learner sees it.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { type Client, signIn } from '../../../e2e/fixtures.ts'
import type { Site } from '../../../e2e/server.ts'
import { type EnginePage, until } from '../engine.ts'
import type { Hand } from '../hand.ts'
import { Cannot, type Journey, type Stage } from '../journey.ts'

const SECONDS = 60
/** An encoder begins, and the first segment takes two seconds. */
const LENGTH_MS = 6_000
const learnerName = 'learner34'
type Room = { id: string; courseId: string; fileId: string }

const at = (seconds: number) => toWallClock(new Date(Date.now() + seconds * 1_000))

async function makeRoom(site: Site, teacher: Client): Promise<Room> {
  const learner = await signIn(site, learnerName)
  const me = await teacher.call(user.currentUser, {})
  const { records } = await learner.call(course['user-paging'], { params: {} })
  const details = await Promise.all(records.map((one) => learner.call(course.detail, { id: one.id })))
  const { id: courseId } = details.find((one) => one.canLearn && !one.sequential)!
  const rules = { chat: true, paceSec: 0, record: true, remindMin: 0, provider: 'local' as const }
  const times = { startTime: at(-60), endTime: at(3_600) }
  const { id } = await teacher.call(liveRoom.save, {
    title: `直播${Date.now()}`,
    content: '',
    courseId,
    teacherId: me.id,
    ...times,
    ...rules,
  })
  const { fileId } = await teacher.call(liveRoom.detail, { id })
  return { id, courseId, fileId }
}

/** The types of what was sent, from the addresses. */
const typesIn = (page: EnginePage) =>
  page.run<string[]>(`
    const sent = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/live/cast/'))
    return [...new Set(sent.map(({ name }) => new URL(name).searchParams.get('type')))]
  `)

async function castUntilSeen(hand: Hand, site: Site, { id, courseId, fileId }: Room) {
  await hand.button(/^(开始|继续)直播$/)
  await hand.see({ text: '正在直播' })
  const learner = await signIn(site, learnerName)
  const source = await until(
    'a playlist for the viewers',
    SECONDS,
    async () => (await learner.call(liveRoom.enter, { id })).source || undefined,
  )
  await until('enough segments', 2 * SECONDS, async () => {
    if (await hand.isThere({ text: '无法推送画面' })) throw new Cannot('no picture is recorded')
    const list = await (await fetch(new URL(source, site.url))).text()
    const lengths = [...list.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds) * 1_000)
    return lengths.reduce((sum, one) => sum + one, 0) >= LENGTH_MS || undefined
  })
  return { courseId, fileId }
}

async function broadcast({ hand, page, site }: Stage) {
  const teacher = await signIn(site, 'teacher')
  const room = await makeRoom(site, teacher)
  await hand.enter('teacher', `/admin/course/live/room/${room.id}`)
  await castUntilSeen(hand, site, room)
  const types = await typesIn(page)
  await hand.button('结束直播')
  await hand.dialogButton('确定')
  await until('the replay', 2 * SECONDS, async () => (await teacher.call(liveRoom.detail, { id: room.id })).phase === 'replay' || undefined)
  await hand.enter(learnerName, `/web/course/view/${room.courseId}/${room.fileId}`)
  await hand.see({ css: 'media-play-button' })
  await until('the replay plays', SECONDS, async () => {
    const isPaused = await page.run<boolean>('return document.querySelector("video")?.paused ?? false')
    if (isPaused) await hand.click({ css: 'media-play-button' })
    return (await page.run<number>('return document.querySelector("video")?.currentTime ?? 0')) > 0 || undefined
  })
  return `sent as ${types.join(', ')}; replay played`
}

async function sound({ hand, page, site }: Stage) {
  const teacher = await signIn(site, 'teacher')
  const room = await makeRoom(site, teacher)
  await hand.enter('teacher', `/admin/course/live/room/${room.id}`)
  await hand.click({ text: /^仅声音$/ })
  await castUntilSeen(hand, site, room)
  const types = await typesIn(page)
  await teacher.call(liveRoom.stop, { id: room.id })
  return `sent as ${types.join(', ')}`
}

export const broadcasts: Journey[] = [
  { title: 'Teacher: broadcast by camera, and its replay', run: broadcast },
  { title: 'Teacher: broadcast of sound only', run: sound },
]
