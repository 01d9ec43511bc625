// A learning path of the building company: from the course to the exam on building sites.
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { makePath } from '../../domains/path/path.factory.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { buildingBank } from '../questions/trade-banks.ts'

const teams = ['施工一队', '施工二队']
const DAYS = 60

export async function addFirmPath(ctx: Ctx): Promise<void> {
  const item = async (kind: PathItemKind & ('course' | 'exam' | 'repo'), title: string, required = true) => {
    const row = await ctx.db.selectFrom(kind).where('title', '=', title).orderBy('id').select('id').executeTakeFirstOrThrow()
    return { kind, refId: row.id, required, amount: 20 }
  }
  const departs = await ctx.db.selectFrom('sysDepart').where('deptName', 'in', teams).orderBy('id').select('deptCode').execute()
  await makePath(ctx, {
    title: '施工人员上岗培养',
    content: '先学高处作业，再练题，最后参加施工现场安全考试。',
    openType: OpenType.departs,
    deptCodes: departs.map((one) => one.deptCode),
    days: DAYS,
    stages: [
      { title: '学习', items: [await item('course', '高处作业防坠落'), await item('repo', buildingBank, false)] },
      { title: '考试', items: [await item('exam', '施工现场安全考试')] },
    ],
  })
}
