// What stands in the lists of the back office: questions to teachers, reports on questions, messages, coupons, invoices, presets, a lesson that was live.
import { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { PresetSettings } from '@shuyuan/contract/exam/preset/preset.ts'
import { LiveState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { InvoiceState, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { makeCourse, makeProgress } from '../../domains/course/course.factory.ts'
import { makeRoom } from '../../domains/live/live.factory.ts'
import { sendNotify } from '../../domains/notify/send.service.ts'
import { addCoupons } from '../../domains/pay/coupon/coupon.service.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { asIf, inDays, learnerName, person } from '../demo-steps.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const before = (ctx: Ctx, days: number, hours = 0) => new Date(ctx.now.getTime() - days * DAY + hours * HOUR)
const learner = async (ctx: Ctx, number: number) => (await person(ctx.db, learnerName(number))).id
const courseNamed = async ({ db }: Ctx, title: string) =>
  (await db.selectFrom('course').where('title', '=', title).orderBy('id').select('id').executeTakeFirst())?.id
const fileNamed = async ({ db }: Ctx, title: string) =>
  (await db.selectFrom('courseFile').where('title', '=', title).orderBy('id').select('id').executeTakeFirst())?.id

/** Courses that have been open for long, of files that are there; nearly everybody has begun one of them. */
const older = [
  { title: '前台接待与客人隐私', catId: '30', days: 140, files: ['入住登记中的个人信息', '客人信息保护须知'] },
  { title: '楼层安全日常', catId: '1001', days: 120, files: ['手提式干粉灭火器的使用', '客人疏散引导须知'] },
] as const

export async function addOlderCourses(ctx: Ctx): Promise<void> {
  for (const [place, { title, catId, days, files }] of older.entries()) {
    const ids = (await Promise.all(files.map((name) => fileNamed(ctx, name)))).filter((id) => id !== undefined)
    const began = inDays(ctx, -days)
    const courseId = await makeCourse(asIf(ctx, began), {
      title,
      catId,
      content: '<p>常年开放，新员工入职后一个月内学完。</p>',
      startTime: began,
      files: ids.map((fileId) => ({ fileId, minSec: 60 })),
    })
    for (let number = 1 + place; number <= 50; number += 2) {
      const userId = await learner(ctx, number)
      const part = number % 5 === 0 ? 0.6 : 1
      const at = before(ctx, 6 + ((number * 7) % 80), number % 9)
      await makeProgress(ctx, { courseId, userId, part, at })
      const startTime = new Date(at.getTime() - (2 + (number % 20)) * DAY)
      await ctx.db.updateTable('courseLearn').set({ startTime }).where('courseId', '=', courseId).where('userId', '=', userId).execute()
    }
  }
}

type Asked = { number: number; days: number; content: string; answer?: string }
const asked: Asked[] = [
  { number: 7, days: 3, content: '灭火器过了有效期还能应急用吗？' },
  {
    number: 4,
    days: 6,
    content: '听到预备信号时，正在打扫的房间要先锁门吗？',
    answer: '不用锁。关好门窗、切断电源，站到走廊待命，听到疏散信号再逐间敲门。',
  },
  { number: 12, days: 1, content: '客人是聋人，敲门没有反应，应该怎么办？' },
  { number: 3, days: 11, content: '考试会考录音里的三种信号吗？', answer: '会，以听辨为主。多听几遍第二章的录音就可以。' },
]

export async function addQuestions(ctx: Ctx): Promise<void> {
  const courseId = await courseNamed(ctx, '消防安全与疏散引导')
  if (courseId === undefined) return
  const teacher = await person(ctx.db, 'teacher')
  for (const { number, days, content, answer } of asked) {
    const createTime = before(ctx, days)
    const { id: questionId } = await ctx.db
      .insertInto('courseQuestion')
      .values({
        courseId,
        userId: await learner(ctx, number),
        position: 0,
        content,
        createTime,
        answered: answer !== undefined,
        isOpen: answer !== undefined,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (answer === undefined) continue
    await ctx.db
      .insertInto('courseAnswer')
      .values({ questionId, userId: teacher.id, isTeacher: true, content: answer, createTime: before(ctx, days, 3) })
      .execute()
  }
}

const reports = [
  { number: 8, days: 2, kind: 'stem', content: '题干里“住客”和“访客”好像写反了，请核对。', reply: undefined },
  { number: 15, days: 9, kind: 'analysis', content: '解析没有说明为什么选第三项。', reply: '已补充解析，谢谢。' },
  { number: 21, days: 5, kind: 'other', content: '这道题和上一次考试的题一样。', reply: undefined },
] as const

export async function addReports(ctx: Ctx): Promise<void> {
  const questions = await ctx.db
    .selectFrom('qu')
    .where('deleted', '=', false)
    .orderBy('id')
    .limit(60)
    .select(['id', 'repoId', 'version'])
    .execute()
  for (const [at, { number, days, kind, content, reply }] of reports.entries()) {
    const { id: quId, ...of } = questions[at * 17]!
    const settled =
      reply === undefined ? {} : { state: ReportState.corrected, reply, handleBy: ctx.user.id, handleTime: before(ctx, days - 1) }
    await ctx.db
      .insertInto('quReport')
      .values({ quId, ...of, userId: await learner(ctx, number), kind, content, createTime: before(ctx, days), ...settled })
      .execute()
  }
}

/** Messages to the inboxes of everybody: no text message and no e-mail leaves a demonstration. */
export async function addNotifications(ctx: Ctx): Promise<void> {
  const sent = [
    { days: 20, title: '消防安全月课程已开放', content: '请在月底前学完“消防安全与疏散引导”，学完后参加安全考试。' },
    { days: 7, title: '每日安全一问', content: '每天五道题，三分钟做完。连续一周参加可以得到积分。' },
  ]
  for (const { days, title, content } of sent)
    await sendNotify(asIf(ctx, before(ctx, days)), { title, content, channels: ['msg'], refType: '', refId: '', audience: { all: true } })
}

export async function addMoney(ctx: Ctx): Promise<void> {
  const coupon = { goodsType: null, goodsId: null, mostUses: 1, amount: 0, percent: 90 }
  const end = new Date(ctx.now.getTime() + 60 * DAY)
  await addCoupons(asIf(ctx, before(ctx, 30)), {
    ...coupon,
    title: '新学员立减 20 元',
    kind: 'off',
    amount: 2_000,
    total: 12,
    expireTime: end,
  })
  await addCoupons(asIf(ctx, before(ctx, 10)), { ...coupon, title: '年末九折', kind: 'percent', total: 8, mostUses: 20, expireTime: end })
  const paid = await ctx.db
    .selectFrom('payOrder')
    .innerJoin('sysUser', 'sysUser.id', 'payOrder.userId')
    .where('orderState', '=', OrderState.paid)
    .where('payOrder.price', '>', 0)
    .orderBy('payOrder.id', 'desc')
    .limit(9)
    .select(['payOrder.id', 'userId', 'payOrder.price', 'payTime', 'mobile'])
    .execute()
  for (const [at, { id: orderId, userId, price, payTime, mobile }] of paid.entries()) {
    const createTime = new Date(payTime!.getTime() + HOUR)
    const done =
      at > 3 ? { invoiceState: InvoiceState.done, reply: '电子发票已开具，请查收邮件。' } : { invoiceState: InvoiceState.processing }
    await ctx.db
      .insertInto('payInvoice')
      .values({
        orderId,
        userId,
        price,
        companyName: '云栖酒店集团有限公司',
        companyId: '91330100MA2EXAMP0X',
        email: 'fapiao@example.com',
        phone: mobile ?? '',
        ...done,
        createTime,
        updateTime: createTime,
      })
      .execute()
  }
}

const presets = [
  { title: '日常小测：不限次数，交卷看答案', more: { minutes: 20, tries: 0, showAnswer: 'marked' } },
  { title: '正式考试：一次，迟到 15 分钟不能进', more: { minutes: 90, tries: 1, lateMinutes: 15 } },
]

export async function addPresets({ db, now, user }: Ctx): Promise<void> {
  const rows = presets.map(({ title, more }) => ({
    title,
    shared: true,
    settings: json(PresetSettings.parse({ ...examDefaults, markOptions: MarkOptions.parse({}), ...more })),
    createBy: user.id,
    createTime: now,
  }))
  await db.insertInto('examPreset').values(rows).execute()
}

const talk = [
  [3, '老师好，声音很清楚。'],
  [9, '请问疏散图多久更新一次？'],
  [5, '工程部这边已经换成新版了。'],
  [14, '刚才那一页可以再放一下吗？'],
  [9, '明白了，谢谢老师。'],
  [21, '夜班怎么安排演练？'],
  [30, '我们楼层上周刚练过。'],
  [3, '请问回放在哪里看？'],
] as const
const ATTENDED = 18

/** A lesson that was live some days ago, with who was there, what was written, and its recording. */
export async function addLesson(ctx: Ctx): Promise<void> {
  const courseId = await courseNamed(ctx, '楼层安全日常')
  if (courseId === undefined) return
  const startTime = inDays(ctx, -6)
  const endTime = new Date(startTime.getTime() + 40 * MINUTE)
  const teacher = await person(ctx.db, 'teacher')
  const { id: roomId, fileId } = await makeRoom(asIf(ctx, startTime), teacher.id, {
    title: '冬季消防演练直播课',
    courseId,
    startTime,
    endTime,
  })
  await ctx.db
    .updateTable('liveRoom')
    .set({
      state: LiveState.ended,
      beganAt: startTime,
      endedAt: endTime,
      viewersMax: ATTENDED,
      replayState: ReplayState.ready,
      remindTime: startTime,
    })
    .where('id', '=', roomId)
    .execute()
  const film = await ctx.db
    .selectFrom('courseFile')
    .where('title', '=', '手提式干粉灭火器的使用')
    .orderBy('id')
    .selectAll()
    .executeTakeFirst()
  if (film)
    await ctx.db
      .updateTable('courseFile')
      .set({ fileType: CourseFileType.video, fileUrl: film.fileUrl, duration: film.duration, fileSize: film.fileSize })
      .where('id', '=', fileId)
      .execute()
  for (let number = 1; number <= ATTENDED; number++) {
    const firstTime = new Date(startTime.getTime() + (number % 5) * MINUTE)
    const lastTime = new Date(endTime.getTime() - (number % 4) * 3 * MINUTE)
    const sec = Math.floor((lastTime.getTime() - firstTime.getTime()) / 1_000)
    await ctx.db
      .insertInto('livePresence')
      .values({ roomId, userId: await learner(ctx, number * 2), firstTime, lastTime, sec })
      .execute()
  }
  for (const [at, [number, content]] of talk.entries())
    await ctx.db
      .insertInto('liveMsg')
      .values({ roomId, userId: await learner(ctx, number), content, createTime: new Date(startTime.getTime() + (6 + at * 4) * MINUTE) })
      .execute()
}
