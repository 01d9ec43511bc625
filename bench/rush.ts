// The last minute of an activity: every player answers and most hand in; afterwards no answer and no prize may be missing.
import { activity, ActivityState, RunState } from '@shuyuan/contract/activity/activity.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { timesOf, type Times } from './battle-play.ts'
import type { BattleSite } from './battle-site.ts'
import { Connection } from './connection.ts'
import { inParallel, round, within } from './measure.ts'

const LINES = 128
const QUESTIONS = { singleCount: 8, multipleCount: 1, judgeCount: 1 }
/** Every fourth player leaves without handing in: the server does it. */
const LEAVES = 4
const SETTLED_MS = 120_000
const WINNERS = 100

export type RushFigures = {
  players: number
  begin: Times & { seconds: number }
  fill: Times & { seconds: number }
  hand: Times
  late: number
  errors: number
  acknowledged: number
  lost: number
  /** tries that were not handed in, players without a place, prizes that are missing */
  open: number
  unplaced: number
  prizesMissing: number
  /** from the end of the activity until all was settled */
  settledAfter: number
}

type Try = { token: string; runId: string; quIds: { id: string; tags: string[] }[] }
type Act = { sent: number; done: (line: Connection) => Promise<void> }

/** @param seconds how long the rush takes @returns what happened */
export async function rush(site: BattleSite, players: number, seconds: number): Promise<RushFigures> {
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  const lines = await Promise.all(Array.from({ length: LINES }, () => Connection.open(site.port)))
  try {
    const id = await makeActivity(client, site)
    const began = performance.now()
    const begun: number[] = []
    const tries: Try[] = []
    await inParallel(site.tokens.slice(0, players), LINES, async (token, at) => {
      const asked = performance.now()
      const runId = (await must<{ runId: string }>(lines[at]!, activity.start.path, { id }, token)).runId
      begun.push(performance.now() - asked)
      const { questions } = await must<Data<typeof activity.run>>(lines[at]!, activity.run.path, { runId }, token)
      const quIds = questions.map(({ question }) => ({
        id: question.quId,
        tags: question.answerList.slice(0, question.quType === QuType.multiple ? 2 : 1).map((one) => one.tag),
      }))
      tries.push({ token, runId, quIds })
    })
    const begin = { ...timesOf(begun), seconds: round((performance.now() - began) / 1_000) }
    const endTime = Date.now() + seconds * 1_000
    await client.query('update activity set end_time = to_timestamp($2) where id = $1', [id, endTime / 1_000])
    await client.query('update activity_run set deadline = to_timestamp($2) where activity_id = $1', [id, endTime / 1_000])
    const played = await playAll(lines, tries, seconds)
    return { players, begin, ...played.figures, ...(await aftermath(client, { id, players, endTime, acknowledged: played.acknowledged })) }
  } finally {
    for (const line of lines) line.close()
    await client.end()
  }
}

async function must<T>(line: Connection, path: string, body: object, token: string): Promise<T> {
  const { code, data } = await line.post(path, JSON.stringify(body), token)
  if (code !== 0) throw new Error(`${path} answered ${code}`)
  return data as T
}

async function makeActivity(client: pg.Client, { repoId, adminId }: BattleSite): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into activity (title, repo_id, single_count, multiple_count, judge_count, run_sec, start_time, end_time, show_rank, open_type, state,
       prizes, create_by)
     values ('知识赛', $1, $2, $3, $4, 7200, now() - interval '1 minute', now() + interval '1 day', 'live', 1, $5, $6, $7) returning id`,
    [
      repoId,
      ...Object.values(QUESTIONS),
      ActivityState.enabled,
      JSON.stringify([{ from: 1, to: WINNERS, points: 10, certId: null }]),
      adminId,
    ],
  )
  return rows[0]!.id
}

/** Sends the calls of all players at their times, evenly over the rush. */
async function playAll(lines: Connection[], tries: Try[], seconds: number) {
  const [fills, hands]: number[][] = [[], []]
  const acknowledged = new Map<string, Set<string>>()
  const counted = { late: 0, errors: 0 }
  const began = performance.now()
  const acts = tries.flatMap(({ token, runId, quIds }, at): Act[] => {
    const known = new Set<string>()
    acknowledged.set(runId, known)
    const step = (seconds * 1_000) / (quIds.length + 2)
    const offset = (at / tries.length) * step
    const call = (path: string, body: object, times: number[], then: () => void) => async (line: Connection) => {
      const sent = performance.now()
      const { code } = await line.post(path, JSON.stringify(body), token)
      times.push(performance.now() - sent)
      if (code === 0) then()
      else counted.errors++
    }
    const answers = quIds.map(({ id, tags }, no) => ({
      sent: offset + step * no,
      done: call(activity.fill.path, { runId, quId: id, answer: { tags }, seq: 1 }, fills!, () => known.add(id)),
    }))
    const hand = { sent: offset + step * quIds.length, done: call(activity.hand.path, { runId }, hands!, () => undefined) }
    return at % LEAVES === 0 ? answers : [...answers, hand]
  })
  await inParallel(
    acts.toSorted((a, b) => a.sent - b.sent),
    lines.length,
    async ({ sent, done }, at) => {
      const wait = began + sent - performance.now()
      if (wait > 0) await pause(wait)
      else if (wait < -1_000) counted.late++
      await done(lines[at]!)
    },
  )
  const took = round((performance.now() - began) / 1_000)
  return { figures: { fill: { ...timesOf(fills!), seconds: took }, hand: timesOf(hands!), ...counted }, acknowledged }
}

type End = { id: string; players: number; endTime: number; acknowledged: Map<string, Set<string>> }

/** Waits for the end of the activity and compares the stored rows with the acknowledged calls. */
async function aftermath(client: pg.Client, { id, players, endTime, acknowledged }: End) {
  const settled = async () => {
    for (;;) {
      const { rows } = await client.query<{ at: Date | null }>('select settle_time as at from activity where id = $1', [id])
      if (rows[0]?.at) return rows[0].at.getTime()
      await pause(200)
    }
  }
  const at = await within(SETTLED_MS + Math.max(0, endTime - Date.now()), 'settling', settled())
  const runs = await client.query<{ id: string; quIds: string[] }>(
    `select id, array(select jsonb_object_keys(answers)) as "quIds" from activity_run where activity_id = $1`,
    [id],
  )
  const stored = new Map(runs.rows.map((row) => [row.id, new Set(row.quIds)]))
  let [sum, lost] = [0, 0]
  for (const [runId, known] of acknowledged) {
    sum += known.size
    for (const quId of known) if (!stored.get(runId)?.has(quId)) lost++
  }
  const { rows } = await client.query<{ open: number; placed: number; prizes: number }>(
    `select (select count(*)::int from activity_run where activity_id = $1 and state = $2) as open,
      (select count(distinct place)::int from activity_best where activity_id = $1) as placed,
      (select count(*)::int from points_log where ref_type = 'activity' and ref_id = $1::text) as prizes`,
    [id, RunState.open],
  )
  const { open = 0, placed = 0, prizes = 0 } = rows[0] ?? {}
  const settledAfter = round((at - endTime) / 1_000)
  return { acknowledged: sum, lost, open, unplaced: players - placed, prizesMissing: Math.min(WINNERS, players) - prizes, settledAfter }
}
