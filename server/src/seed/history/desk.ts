// What else stands in the lists of an administrator: applications, a corrected question, a planned message, deleted things, the log of changes.
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { sql } from 'kysely'
import { deleteItems, saveCourseItems } from '../../domains/course/catalog/build.service.ts'
import { deleteCourses } from '../../domains/course/catalog/course.service.ts'
import { makeCourse } from '../../domains/course/course.factory.ts'
import { auditApplies, saveApply } from '../../domains/exam/apply/apply.service.ts'
import { sendOrPlan } from '../../domains/notify/plan.service.ts'
import { commitFix, previewFix } from '../../domains/paper/fix/fix.service.ts'
import { runFixes } from '../../domains/paper/fix/fix-run.service.ts'
import { keyColumns, storedKeys } from '../../domains/paper/question/stored.service.ts'
import { deleteQuestions } from '../../domains/qu/bank/remove.service.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { asIf, isDone, learnerName, person, step } from '../demo-steps.ts'
import { hospitalBank } from '../questions/trade-banks.ts'
import { bankNamed } from './exams.ts'

const DAY = 86_400_000
const after = (ctx: Ctx, days: number) => new Date(ctx.now.getTime() + days * DAY)
const examNamed = ({ db }: Ctx, title: string) =>
  db.selectFrom('exam').where('title', '=', title).orderBy('id').select('id').executeTakeFirst()

type Applied = [number: number, days: number, text: string, verdict?: 'approved' | 'rejected']
const applied: Applied[] = [
  [41, 6, '忘记了密码，岗前培训已经完成。', 'approved'],
  [43, 4, '我是上周入职的，申请参加考试。', 'approved'],
  [45, 3, '想再考一次。', 'rejected'],
  [46, 1, '培训中心没有告诉我密码，请批准。'],
]

/** Applications for the exam that asks for a password. */
export async function addApplications(ctx: Ctx): Promise<void> {
  const found = await examNamed(ctx, '新员工入职考试（需要密码）')
  if (!found) return
  for (const [number, days, applyMsg, verdict] of applied) {
    await saveApply(asIf(ctx, after(ctx, -days), await person(ctx.db, learnerName(number))), { examId: found.id, applyMsg })
    if (!verdict) continue
    const auditMsg = verdict === 'approved' ? '已核实培训记录。' : '每人一次，请等下一期。'
    const row = await ctx.db.selectFrom('examApply').orderBy('id', 'desc').limit(1).select('id').executeTakeFirstOrThrow()
    await auditApplies(asIf(ctx, after(ctx, -days + 0.5)), { ids: [row.id], auditState: AuditState[verdict], auditMsg })
  }
}

/** A question of a past exam was voided the day after, with full points for everybody. */
export async function addCorrection(app: App): Promise<void> {
  if (await isDone(app, 'history.corrected')) return
  await step(app, 'history.correction', async (now) => {
    const found = await examNamed(now, '食品安全季度考核')
    const paper =
      found && (await now.db.selectFrom('paper').where('examId', '=', found.id).orderBy('id').select(keyColumns).executeTakeFirst())
    const [key] = paper ? await storedKeys({ db: now.db }, paper) : []
    if (!found || !key) return
    const ctx = asIf(now, after(now, -54))
    const form = { examId: found.id, quId: key.quId, subId: '', how: 'full' as const, key: {}, overrideManual: false }
    const { token } = await previewFix(ctx, { ...form, current: 1, size: 1 })
    await commitFix(ctx, { ...form, token, reason: '考生反映题干有歧义，教研组核实后作废，全员给满分。', updateBank: false })
  })
  await runFixes(app)
  await step(app, 'history.corrected', async () => undefined)
}

/** A message of next week, in the name of the administrator. */
export async function addPlannedMessage(ctx: Ctx): Promise<void> {
  const sender = { ...ctx.user, permissions: new Set(['notify:send']) }
  await sendOrPlan(
    { ...ctx, user: sender },
    {
      title: '下周消防疏散演练',
      content: '下周三下午三点全员演练，听到疏散信号请按本楼层的路线撤离。',
      channels: ['msg'],
      refType: '',
      refId: '',
      audience: { all: true },
      sendAt: after(ctx, 6),
    },
  )
}

/** A file that came into a course by mistake, and was taken out. */
async function takeOut(ctx: Ctx): Promise<void> {
  const found = await ctx.db.selectFrom('course').where('title', '=', '消防安全与疏散引导').select(['id', 'version']).executeTakeFirst()
  const file = await ctx.db.selectFrom('courseFile').where('title', '=', '冷藏冷冻温度记录表').select('id').executeTakeFirst()
  if (!found || !file) return
  const { version } = await saveCourseItems(ctx, {
    courseId: found.id,
    version: found.version,
    items: [{ fileId: file.id, required: false }],
  })
  await deleteItems(ctx, { courseId: found.id, version, fileIds: [file.id] })
}

/** Two questions and a course that were deleted some days ago, and a file that was taken out of one. */
export async function addDeleted(ctx: Ctx): Promise<void> {
  const repoId = await bankNamed(ctx, hospitalBank)
  const questions = await ctx.db.selectFrom('qu').where('repoId', '=', repoId).orderBy('id', 'desc').limit(2).select('id').execute()
  await deleteQuestions(asIf(ctx, after(ctx, -3)), { ids: questions.map((one) => one.id) })
  const id = await makeCourse(asIf(ctx, after(ctx, -9)), { title: '微笑服务（试讲，作废）', draft: true, files: [] })
  await deleteCourses(asIf(ctx, after(ctx, -8)), { ids: [id] })
  await takeOut(asIf(ctx, after(ctx, -2)))
}

/** A row for each exam, course, template and bank, as the call that saves it writes one. */
export async function addChanges(ctx: Ctx): Promise<void> {
  for (const [table, { path, title }] of [
    ['exam', exam.save],
    ['course', course.save],
    ['tmpl', tmpl.save],
    ['repo', repo.save],
  ] as const)
    await sql`
      insert into sys_log (user_id, user_name, path, title, input, after, ip, user_agent, create_time)
      select u.id, u.user_name, ${path}, ${title}, jsonb_build_object('title', made.title), jsonb_build_object('id', made.id::text), '10.8.1.20', '', made.create_time
      from ${sql.table(table)} made join sys_user u on u.id = coalesce(made.create_by, ${ctx.user.id}::bigint)
      order by made.create_time, made.id`.execute(ctx.db)
}
