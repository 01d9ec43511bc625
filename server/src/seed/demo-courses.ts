// The courses of the demo site, with their files and some learning progress.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { makeCourse, makeFile, makeProgress } from '../domains/course/course.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { addDemoRates } from './demo-rates.ts'
import { addDemoRooms, addDemoSeats } from './demo-rooms.ts'
import { addDemoHands, addDemoWork } from './demo-works.ts'
import { demoFiles } from './demo-course-files.ts'
import { inDays } from './demo-steps.ts'

const DAY = 86_400_000
/** Number of the learner account, learnt share of the required files (1: finished), days ago. */
type Progress = [learner: number, part: number, days: number]

const fireProgress: Progress[] = [
  [2, 1, 12],
  [3, 1, 11],
  [4, 1, 9],
  [5, 1, 6],
  [6, 1, 2],
  [7, 0.7, 4],
  [8, 0.5, 3],
  [9, 0.4, 1],
]
const privacyProgress: Progress[] = [
  [1, 0.5, 1],
  [3, 1, 8],
  [4, 1, 7],
  [10, 0.5, 5],
]
const kitchenPart: number[] = [1, 1, 0.6]

async function deptCode({ db }: Ctx, deptName: string): Promise<string[]> {
  const rows = await db.selectFrom('sysDepart').where('deptName', '=', deptName).select('deptCode').execute()
  return rows.map((row) => row.deptCode)
}

async function advance(ctx: Ctx, courseId: string, rows: readonly Progress[]) {
  for (const [number, part, days] of rows) {
    const userName = `learner${String(number).padStart(2, '0')}`
    const user = await ctx.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirst()
    if (user) await makeProgress(ctx, { courseId, userId: user.id, part, at: new Date(ctx.now.getTime() - days * DAY) })
  }
}

/** Adds files, four courses and learning progress; users and departments must exist. */
export async function addDemoCourses(ctx: Ctx): Promise<void> {
  const ids: Record<string, string> = {}
  for (const [key, { bytes, name, ...columns }] of Object.entries(await demoFiles(ctx.app)))
    ids[key] = await makeFile(ctx, bytes, name, columns)
  const of = (key: string, more: { chapter?: string; required?: boolean; minSec?: number } = {}) => ({ fileId: ids[key] ?? '', ...more })
  ids['practice'] = await addDemoWork(ctx)
  const rooms = await addDemoRooms(ctx)
  Object.assign(ids, rooms)
  const at = (days: number) => inDays(ctx, days)

  await makeCourse(ctx, {
    title: '新员工入职第一课',
    catId: '50',
    content: '<p>入职前三天请读完手册摘要。报到当天由部门师傅带领熟悉岗位和安全出口。</p>',
    startTime: at(5),
    endTime: at(95),
    files: [of('welcome', { minSec: 60 })],
  })
  const kitchen = await makeCourse(ctx, {
    title: '后厨卫生与留样',
    catId: '20',
    content: '<p>餐饮部每季度必学。重点是<strong>生熟分开、中心温度和留样</strong>三件事，记录表请下载打印后每班填写。</p>',
    required: true,
    openType: OpenType.departs,
    deptCodes: await deptCode(ctx, '餐饮部'),
    startTime: at(-15),
    endTime: at(75),
    files: [of('kitchen', { minSec: 60 }), of('coldLog', { required: false })],
  })
  const privacy = await makeCourse(ctx, {
    title: '客人信息保护',
    catId: '30',
    content: '<p>讲清楚什么是客人的个人信息，收集、使用、保管时的三条底线，以及有人打听客人时怎么回答。</p>',
    files: [
      of('privacy', { chapter: '第一章 认识个人信息', minSec: 60 }),
      of('register', { chapter: '第二章 前台登记', minSec: 30 }),
      of('practice', { chapter: '第三章 实践', required: false }),
      of('past', { chapter: '第三章 实践', required: false }),
      of('coming', { chapter: '第三章 实践', required: false }),
    ],
  })
  const fire = await makeCourse(ctx, {
    title: '消防安全与疏散引导',
    catId: '1001',
    content:
      '<p>消防安全月必学课程，请按顺序学习：</p><ol><li>看视频，学会“提、拔、握、压”；</li><li>听录音，分清<strong>预备、疏散、解除</strong>三种信号；</li><li>读须知，记住本岗位在疏散时做什么。</li></ol><p>自查表供各楼层下载使用。</p>',
    required: true,
    startTime: at(-20),
    endTime: at(40),
    videoDrag: false,
    dragFinished: true,
    sequential: true,
    files: [
      of('extinguisher', { chapter: '第一章 灭火器' }),
      of('signals', { chapter: '第二章 疏散' }),
      of('guests', { chapter: '第二章 疏散', minSec: 30 }),
      of('roomCheck', { chapter: '附件', required: false }),
    ],
  })
  await advance(ctx, fire, fireProgress)
  await advance(ctx, privacy, privacyProgress)
  await addDemoHands(ctx, privacy, ids['practice'])
  await addDemoSeats(ctx, privacy, rooms)
  await addDemoRates(ctx, fire)
  await addDemoRates(ctx, privacy)
  const cooks = await ctx.db
    .selectFrom('courseDepart')
    .innerJoin('sysUser', 'sysUser.deptCode', 'courseDepart.deptCode')
    .where('courseId', '=', kitchen)
    .where('roleType', '=', RoleType.learner)
    .orderBy('userName')
    .limit(kitchenPart.length)
    .select('sysUser.id')
    .execute()
  for (const [place, { id }] of cooks.entries())
    await makeProgress(ctx, { courseId: kitchen, userId: id, part: kitchenPart[place] ?? 0, at: at(-place - 1) })
}
