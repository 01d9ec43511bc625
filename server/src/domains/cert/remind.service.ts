// Reminders before a certificate ends: each once, as many days before as its template says.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { notifyPerson } from '../notify/person.service.ts'
import { site } from '../site/config/config.service.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'

const PORTION = 500

type Due = { id: string; userId: string; title: string; grantNo: string; expireTime: Date }

/** Sends the due reminders. A reminder that was missed is left out where a later one is due too. @returns how many were sent */
export async function remindExpiring(app: App): Promise<number> {
  if (!(await site({ app })).props.moduleCert) return 0
  let sent = 0
  for (;;) {
    const rows = await remindPortion(app)
    sent += rows
    if (rows < PORTION) return sent
  }
}

async function remindPortion(app: App): Promise<number> {
  const link = `${withoutSlash((await site({ app })).h5Host)}/web/uc?to=cert`
  return ownTransaction(app, async (ctx) => {
    const { rows } = await sql<Due>`
      with open as (
        select g.id, g.user_id, g.title, g.grant_no, g.expire_time, d.days
          from cert_grant g join cert c on c.id = g.cert_id cross join lateral unnest(c.remind_days) d(days)
         where g.state = ${GrantState.valid} and g.expire_time > ${ctx.now} and g.expire_time <= ${ctx.now}::timestamptz + d.days * interval '1 day'
      ), due as (
        select o.* from open o
         where o.days = (select min(days) from open s where s.id = o.id)
           and not exists (select from cert_remind r where r.grant_id = o.id and r.days = o.days)
         order by o.id limit ${PORTION}
      ), noted as (
        insert into cert_remind (grant_id, days) select id, days from due on conflict do nothing returning grant_id
      )
      select due.id, due.user_id as "userId", due.title, due.grant_no as "grantNo", due.expire_time as "expireTime"
        from due join noted on noted.grant_id = due.id order by due.id`.execute(ctx.db)
    for (const { id, userId, title, grantNo, expireTime } of rows)
      await notifyPerson(ctx, 'cert', {
        userId,
        refType: 'certGrant',
        refId: id,
        values: { certTitle: title, certNo: grantNo, expireTime: toWallClock(expireTime).slice(0, 10), link },
      })
    return rows.length
  })
}
