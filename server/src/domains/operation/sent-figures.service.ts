// Text messages and e-mails by outcome: for 系统状态, and as figures.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { status } from '@shuyuan/contract/operation/status.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { addFigure } from '../../kernel/metrics/figure.ts'

type Status = Output<typeof status.detail>
const DAY_MS = 86_400_000

/** Counts since a moment. */
export async function sentFacts({ db }: Pick<App, 'db'>, since: Date): Promise<Pick<Status, 'sms' | 'mail'>> {
  const { rows } = await sql<{ channel: 'sms' | 'mail'; sent: number; failed: number }>`
    select 'sms' as channel, (count(*) filter (where state = 'sent'))::int as sent, (count(*) filter (where state = 'failed'))::int as failed
    from sys_sms_log where create_time > ${since}
    union all
    select 'mail', (count(*) filter (where state = 'sent'))::int, (count(*) filter (where state = 'failed'))::int
    from notify_log where channel = 'mail' and create_time > ${since}`.execute(db)
  const of = (name: 'sms' | 'mail') => {
    const { sent = 0, failed = 0 } = rows.find(({ channel }) => channel === name) ?? {}
    return { sent, failed }
  }
  return { sms: of('sms'), mail: of('mail') }
}

/** Messages of the last day as figures. */
export function addMessageFigures(app: App): void {
  addFigure(app, {
    name: 'messages',
    help: 'Text messages and e-mails of the last 24 hours by outcome.',
    kind: 'gauge',
    read: async () =>
      Object.entries(await sentFacts(app, new Date(app.clock().getTime() - DAY_MS))).flatMap(([channel, { sent, failed }]) => [
        { value: sent, labels: { channel, state: 'sent' } },
        { value: failed, labels: { channel, state: 'failed' } },
      ]),
  })
}
