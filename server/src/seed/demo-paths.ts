// A learning path in use: courses, a survey, an assignment and an exam for two departments, after which a certificate comes.
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { makeCert } from '../domains/cert/cert.factory.ts'
import { makePath } from '../domains/path/path.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'

const departments = ['前厅部', '客房部', '信息技术部']
const DAYS = 90

const tables = { course: 'course', exam: 'exam', survey: 'survey', repo: 'repo', work: 'courseFile', room: 'courseFile' } as const

async function idOf({ db }: Ctx, kind: PathItemKind, title?: string): Promise<string | undefined> {
  const row = await db
    .selectFrom(tables[kind])
    .$if(title !== undefined, (q) => q.where('title', '=', title!))
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function addDemoPath(ctx: Ctx): Promise<void> {
  const items = async (...wanted: [kind: PathItemKind, title: string | undefined, required?: boolean][]) => {
    const found = await Promise.all(
      wanted.map(async ([kind, title, required = true]) => ({ kind, refId: await idOf(ctx, kind, title), required })),
    )
    return found.flatMap(({ refId, ...one }) => (refId === undefined ? [] : [{ ...one, refId, amount: 10 }]))
  }
  const departs = await ctx.db.selectFrom('sysDepart').where('deptName', 'in', departments).select('deptCode').execute()
  const certId = await makeCert(ctx, { title: '新员工上岗证', validMonths: 12 })
  await makePath(ctx, {
    title: '新员工 90 天培养',
    content: '从第一天到独立上岗：先熟悉酒店，再学岗位要求，最后参加考试。',
    openType: OpenType.departs,
    deptCodes: departs.map((one) => one.deptCode),
    days: DAYS,
    points: 20,
    certId,
    stages: [
      { title: '第一周：认识酒店', days: 7, items: await items(['course', '新员工入职第一课'], ['survey', '岗前培训满意度调查', false]) },
      {
        title: '第一个月：岗位要求',
        days: 30,
        need: 1,
        items: await items(
          ['course', '消防安全与疏散引导'],
          ['course', '客人信息保护', false],
          ['work', '情景作业：有人打听客人', false],
          ['repo', undefined, false],
        ),
      },
      { title: '独立上岗', items: await items(['exam', undefined]) },
    ].filter((one) => one.items.length > 0),
  })
}
