// Certificates whose result was bettered or corrected say the result that stands now.
import { FileState } from '@shuyuan/contract/cert/grant.ts'
import type { CertVariable } from '@shuyuan/contract/cert/layout.ts'
import { sql } from 'kysely'
import { sendMsg } from '../message/msg.service.ts'
import type { Due } from './grant.service.ts'
import { pdfSoon } from './pdf-run.service.ts'

type Vars = Partial<Record<CertVariable, string>>
export type Restated = { id: string; userId: string; certId: string; title: string; vars: Vars }

/** Changes these variables of certificates in force; number and dates stay, the PDF is made anew, and each holder is told. In the caller's transaction. */
export async function restateGrants(ctx: Due, rows: readonly Restated[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const vars = rows.map((row) => JSON.stringify(row.vars))
  await sql`update cert_grant set vars = cert_grant.vars || given.vars::jsonb, file_state = ${FileState.waiting}, file_tries = 0, file_lease = null
    from unnest(${ids}::bigint[], ${vars}::text[]) as given (id, vars) where cert_grant.id = given.id`.execute(ctx.db)
  for (const { id, userId, title } of rows)
    await sendMsg(ctx, [userId], {
      title: '证书成绩已更新',
      content: `您的证书“${title}”已更新为最好的成绩，可以在用户中心的“我的证书”中查看和下载。`,
      refType: 'certGrant',
      refId: id,
    })
  ctx.afterCommit(() => pdfSoon(ctx.app))
}
