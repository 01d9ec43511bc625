// Many battles at the same time: each side asks, thinks and answers as the page does.
import { battle, type BattleDetail } from '@shuyuan/contract/battle/battle.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { BattleSite } from './battle-site.ts'
import { Connection } from './connection.ts'
import { round, within } from './measure.ts'

/** Milliseconds of thinking, at least and at most. */
const THINK = { least: 300, most: 4_000 }
/** After the end of a phase; the page adds the same. */
const LATE_MS = 60
/** How long a side that waits for its rival waits before it asks again. The page is told by a hint. */
const ASK_MS = 500
const LIMIT_MS = 300_000

export type BattleFigures = {
  battles: number
  seconds: number
  start: Times
  fill: Times
  detail: Times
  errors: number
  /** answers that the server acknowledged */
  acknowledged: number
  /** of them not stored */
  lost: number
  unfinished: number
}
export type Times = { calls: number; p50: number; p95: number; p99: number }

/** Figures of a list of milliseconds. */
export function timesOf(list: readonly number[]): Times {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { calls: list.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

type Run = { start: number[]; fill: number[]; detail: number[]; errors: number; acknowledged: number }

class Player {
  readonly #line: Connection
  readonly #token: string
  readonly #run: Run

  constructor(line: Connection, token: string, run: Run) {
    this.#line = line
    this.#token = token
    this.#run = run
  }

  async #call<T>(path: string, body: object, times: number[]): Promise<T | undefined> {
    const began = performance.now()
    const { code, data } = await this.#line.post(path, JSON.stringify(body), this.#token)
    if (code !== 0) {
      this.#run.errors++
      return undefined
    }
    times.push(performance.now() - began)
    return data as T
  }
  start = (repoId: string) => this.#call<{ id: string }>(battle.start.path, { repoId, mode: 'match' }, this.#run.start)
  ask = (id: string) => this.#call<BattleDetail>(battle.detail.path, { id }, this.#run.detail)

  /** Plays to the end. */
  async play(id: string) {
    for (;;) {
      const seen = await this.ask(id)
      if (!seen || seen.phase === 'over') return
      if (seen.phase === 'question' && seen.question && seen.answer === null) await this.#answer(id, seen.question)
      else await pause(seen.phase === 'count' ? seen.leftMs + LATE_MS : Math.min(ASK_MS, seen.leftMs + LATE_MS))
    }
  }
  async #answer(id: string, question: NonNullable<BattleDetail['question']>) {
    await pause(THINK.least + Math.random() * (THINK.most - THINK.least))
    const tags = question.answerList.slice(0, question.quType === QuType.multiple ? 2 : 1).map((one) => one.tag)
    const told = await this.#call(battle.fill.path, { id, quId: question.quId, answer: { tags } }, this.#run.fill)
    if (told) this.#run.acknowledged++
  }
  close = () => this.#line.close()
}

/** Plays `count` battles of two people each, all at once. */
export async function playBattles({ port, databaseUrl, repoId, tokens }: BattleSite, count: number): Promise<BattleFigures> {
  const run: Run = { start: [], fill: [], detail: [], errors: 0, acknowledged: 0 }
  const players = await Promise.all(tokens.slice(0, count * 2).map(async (token) => new Player(await Connection.open(port), token, run)))
  const began = performance.now()
  const play = async (player: Player) => {
    const started = await player.start(repoId)
    if (started) await player.play(started.id)
  }
  await within(LIMIT_MS, 'the battles', Promise.all(players.map(play)))
  const seconds = round((performance.now() - began) / 1_000)
  for (const player of players) player.close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ stored: number; unfinished: number }>(
    `select (select count(*)::int from battle_answer where answer is not null) as stored,
      (select count(*)::int from battle where ending <> 'finished') as unfinished`,
  )
  await client.end()
  const { stored = 0, unfinished = 0 } = rows[0] ?? {}
  const { acknowledged, errors } = run
  const times = { start: timesOf(run.start), fill: timesOf(run.fill), detail: timesOf(run.detail) }
  return { battles: count, seconds, ...times, errors, acknowledged, lost: Math.max(0, acknowledged - stored), unfinished }
}
