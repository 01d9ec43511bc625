// Courses of the two firms with who has learnt them, and a draft.
import { readFile } from 'node:fs/promises'
import { CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { drainTasks } from '../../domains/common/task.service.ts'
import { makeCourse, makeFile, makeProgress } from '../../domains/course/course.factory.ts'
import { addCourseWork } from './trade-work.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { printed } from '../demo-course-files.ts'
import { asIf, inDays, isDone, person, step } from '../demo-steps.ts'
import { builder, clinic, type Firm } from './firm-people.ts'
import { handLesson, type Lesson, packageOf, roadLesson } from './scorm-course.ts'
import { tradeLeaflets } from './trade-course-texts.ts'

const DAY = 86_400_000
const before = (ctx: Ctx, days: number) => new Date(ctx.now.getTime() - days * DAY)

const departsOf = async ({ db }: Ctx, names: readonly string[]) =>
  (await db.selectFrom('sysDepart').where('deptName', 'in', names).orderBy('id').select('deptCode').execute()).map((one) => one.deptCode)
const teacherOf = ({ db }: Ctx, firm: Firm) => person(db, firm.staff[0].userName)

/** Adds them; packages are unpacked by the server as those of users are. */
export async function addTradeCourses(app: App): Promise<void> {
  if (await isDone(app, 'history.trade-courses')) return
  const names = Object.keys(tradeLeaflets) as (keyof typeof tradeLeaflets)[]
  // a course takes a package only when it is unpacked
  await step(app, 'history.packages', addPackages)
  await drainTasks(app)
  const pdfs = await printed(app, Object.values(tradeLeaflets))
  await step(app, 'history.trade-courses', async (ctx) => {
    const sheet = (given: Ctx, name: (typeof names)[number], catId: string) =>
      makeFile(given, pdfs[names.indexOf(name)]!, `${tradeLeaflets[name].title}.pdf`, { title: tradeLeaflets[name].title, catId })
    await addHandCourse(asIf(ctx, before(ctx, 70), await teacherOf(ctx, clinic)), ctx, sheet)
    await addHeightsCourse(asIf(ctx, before(ctx, 45), await teacherOf(ctx, builder)), ctx, sheet)
    await addRoadCourse(asIf(ctx, before(ctx, 30), await teacherOf(ctx, builder)), ctx, sheet)
    const draft = asIf(ctx, before(ctx, 2), await person(ctx.db, 'teacher'))
    await makeCourse(draft, {
      title: '住宿登记系统操作',
      catId: '30',
      content: '<p>新系统上线前完成。还缺操作录屏，补齐后发布。</p>',
      draft: true,
      files: [{ fileId: await sheet(draft, 'register', '3001'), minSec: 60 }],
    })
  })
}

/** A film that scripts/films.ts has drawn. */
const film = async (own: Ctx, name: string, title: string, duration: number) =>
  makeFile(own, await readFile(new URL(`../media/${name}.webm`, import.meta.url)), `${title}.webm`, { title, catId: '1001', duration })

async function addPackages(ctx: Ctx) {
  const made = [
    { firm: clinic, lesson: handLesson, catId: '2001' },
    { firm: builder, lesson: roadLesson, catId: '1001' },
  ]
  for (const { firm, lesson, catId } of made) {
    const own = asIf(ctx, before(ctx, 75), await teacherOf(ctx, firm))
    await makeFile(own, packageOf(lesson), `${lesson.title}.zip`, { title: lesson.title, catId, read: true })
  }
}

/** The package as a part of a course; none where it could not be unpacked. */
async function played({ db }: Ctx, { title }: Lesson, more: { chapter?: string; required?: boolean } = {}) {
  const row = await db
    .selectFrom('courseFile')
    .where('title', '=', title)
    .where('state', '=', CourseFileState.ready)
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  return row ? [{ fileId: row.id, ...more }] : []
}

type Sheet = (given: Ctx, name: keyof typeof tradeLeaflets, catId: string) => Promise<string>

async function addHandCourse(own: Ctx, ctx: Ctx, sheet: Sheet) {
  const courseId = await makeCourse(own, {
    title: '手卫生与职业防护',
    catId: '20',
    content: '<p>先读要点，再做互动课件，最后交一份本病区的手卫生观察记录。</p>',
    required: true,
    openType: OpenType.departs,
    deptCodes: await departsOf(ctx, Object.keys(clinic.teams)),
    files: [
      { fileId: await sheet(own, 'hands', '2001'), chapter: '一、要点', minSec: 60 },
      ...(await played(ctx, handLesson, { chapter: '二、练习' })),
    ],
  })
  await advance(ctx, courseId, Object.keys(clinic.teams), 60)
}

/** It has ended, and some have not finished it: they are overdue. */
async function addHeightsCourse(own: Ctx, ctx: Ctx, sheet: Sheet) {
  const teams = ['施工一队', '施工二队']
  const work = await addCourseWork(own)
  const courseId = await makeCourse(own, {
    title: '高处作业防坠落',
    catId: '1001',
    content: '<p>登高作业人员必学，逾期未学完的不得登高。</p>',
    required: true,
    openType: OpenType.departs,
    deptCodes: await departsOf(ctx, teams),
    startTime: inDays(ctx, -44),
    endTime: inDays(ctx, -4),
    files: [
      { fileId: await film(own, 'safety-harness', '安全带：高挂低用', 39) },
      { fileId: await sheet(own, 'heights', '1001'), minSec: 90 },
      { fileId: work.fileId, required: false },
    ],
  })
  await advance(ctx, courseId, teams, 38)
  await work.handIn(ctx, courseId)
}

async function addRoadCourse(own: Ctx, ctx: Ctx, sheet: Sheet) {
  const courseId = await makeCourse(own, {
    title: '货运驾驶员防御性驾驶',
    catId: '1001',
    content: '<p>每月安全学习的内容，学完后参加月考。</p>',
    openType: OpenType.departs,
    deptCodes: await departsOf(ctx, ['运输车队']),
    files: [
      { fileId: await film(own, 'stopping-distance', '停下来，要走多远', 23) },
      { fileId: await sheet(own, 'driving', '1001'), minSec: 90 },
      ...(await played(ctx, roadLesson, { required: false })),
    ],
  })
  await advance(ctx, courseId, ['运输车队'], 25)
}

/** Most have finished, every fifth is on the way, every sixth has not begun. */
async function advance(ctx: Ctx, courseId: string, teams: readonly string[], days: number) {
  const people = await ctx.db
    .selectFrom('sysUser')
    .where('deptCode', 'in', await departsOf(ctx, teams))
    .where('roleType', '=', RoleType.learner)
    .orderBy('id')
    .select('id')
    .execute()
  for (const [at, { id: userId }] of people.entries()) {
    if (at % 6 === 5) continue
    const part = at % 5 === 4 ? 0.5 : 1
    await makeProgress(ctx, { courseId, userId, part, at: before(ctx, 2 + ((at * 5) % days)) })
  }
}
