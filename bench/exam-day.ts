// An exam day: candidates sign in, open papers, save, lose a server, continue and hand in; afterwards no data may be missing.
import { machine, say } from './fresh.ts'
import { goalsOf, goalText, isKept } from './exam-day-goals.ts'
import type { SaveCost } from './cpu.ts'
import type { Figures } from './measure.ts'
import type { Options } from './options.ts'
import { findRedis } from './redis.ts'
import { type AfterExam, brokenAfter, printAfter, runAfter } from './after-exam.ts'
import { type RoundResult, runRound, SECONDS_A_QUESTION } from './round.ts'

type Line = { phase: string; took: number; figures?: Figures }

function linesOf({ phases, burst, watched }: RoundResult): Line[] {
  const { login, create, detail, sockets, people, half, hand } = phases
  return [
    { phase: 'sign in', took: login.seconds, figures: login },
    { phase: 'open: create-paper', took: create.seconds, figures: create },
    { phase: 'open: paper-detail', took: detail.seconds, figures: detail },
    { phase: 'open, both', took: Math.max(create.seconds, detail.seconds) },
    { phase: 'sockets with tickets', took: sockets.seconds, figures: sockets },
    { phase: `save, one in ${SECONDS_A_QUESTION} s each`, took: people.seconds, figures: people },
    { phase: 'burst until the kill', took: burst.before.seconds, figures: burst.before },
    { phase: 'burst with the kill', took: burst.all.seconds, figures: burst.all },
    { phase: 'half of the burst', took: half.seconds, figures: half },
    { phase: 'resume: first save', took: burst.firstBack },
    { phase: 'resume: everybody', took: burst.lastBack },
    { phase: 'hand in and mark', took: hand.seconds, figures: hand },
    { phase: 'grid and counts', took: watched.grid.seconds, figures: watched.grid },
  ]
}

const cells = (values: (string | number)[]) =>
  values.map((value, at) => (at === 0 ? String(value).padEnd(24) : String(value).padStart(10))).join('')

const textOf = ({ server, database, load }: SaveCost) => `processor: server ${server} s, database ${database} s, load generator ${load} s`

function printRound(result: RoundResult, learners: number) {
  const { burst, candidateSockets, watched, aftermath, ceiling, costs, rssMb } = result
  say(`\n${result.name}`)
  say(cells(['phase', 'seconds', 'a second', 'p50 ms', 'p99 ms', 'errors']))
  for (const { phase, took, figures } of linesOf(result)) {
    const rest = figures ? [figures.rate, figures.p50, figures.p99, figures.errors] : []
    say(cells([phase, took.toFixed(1), ...rest]))
  }
  const started = `${burst.restart.toFixed(1)} s, with ${burst.startCpu?.toFixed(2) ?? '?'} s of processor time`
  say(`killed: ${burst.cut} of the saving connections broke; the new process was ready after ${started}`)
  say(
    `sockets: ${candidateSockets.openBefore} open before, ${candidateSockets.reopened} opened again, ${candidateSockets.open} open at the end; ${watched.messages} messages to the grid`,
  )
  if (ceiling)
    say(
      `ceiling: ${ceiling.rate}/s, the same statement, one row a transaction, ${ceiling.by}; ratio ${(burst.before.rate / ceiling.rate).toFixed(2)}`,
    )
  if (burst.cost) say(`burst, ${textOf(burst.cost)}: ${burst.cost.perSecond} saves in a second of server and database`)
  if (ceiling?.cost) say(`ceiling, ${textOf(ceiling.cost)}: ${ceiling.cost.perDatabaseSecond} saves in a second of the database`)
  for (const [phase, { server, database }] of Object.entries(costs))
    say(`${phase}: server ${server} ms, database ${database} ms of processor time each`)
  say(`memory: ${rssMb.join(' + ')} MB`)
  for (const goal of goalsOf(result, learners)) say(`${isKept(goal) ? 'kept  ' : 'MISSED'}  ${goalText(goal)}`)
  say(
    `acknowledged ${aftermath.acknowledged} answers, lost ${aftermath.lost}; papers not marked ${aftermath.unmarked}, marked twice ${aftermath.twice}`,
  )
}

/** Violations: exceeded limits, failed calls, missing answers and papers. */
function broken(result: RoundResult, learners: number): string[] {
  const { name, aftermath } = result
  const promises: [boolean, string][] = [
    [aftermath.lost === 0, `${aftermath.lost} acknowledged answers are lost`],
    [aftermath.unmarked === 0, `${aftermath.unmarked} papers are not marked`],
    [aftermath.twice === 0, `${aftermath.twice} papers are marked twice`],
    ...linesOf(result).map(({ phase, figures }): [boolean, string] => [!figures?.errors, `${phase}: ${figures?.errors} calls failed`]),
    ...goalsOf(result, learners).map((goal): [boolean, string] => [isKept(goal), goalText(goal)]),
  ]
  return promises.filter(([isMet]) => !isMet).map(([, text]) => `${name}: ${text}`)
}

async function runAll(options: Options): Promise<RoundResult[]> {
  const results: RoundResult[] = []
  const run = async (name: string, processes: number, more: { redisUrl?: string; isPooled?: boolean } = {}) => {
    const result = await runRound({ name, processes, ...more, withCeiling: processes === 1 }, options)
    printRound(result, options.learners)
    results.push(result)
  }
  if (options.rounds.includes('one')) await run('one process', 1)
  if (options.rounds.includes('two')) await run('two processes, bus over PostgreSQL', 2)
  if (options.rounds.includes('four')) await run('four processes, bus over PostgreSQL', 4)
  if (options.rounds.includes('pooler')) await run('two processes, through PgBouncer', 2, { isPooled: true })
  if (!options.rounds.includes('redis')) return results
  const redis = await findRedis()
  if (!redis) {
    say('\ntwo processes, bus over Redis: left out, as REDIS_URL is not set and no redis-server is installed')
    return results
  }
  try {
    await run('two processes, bus over Redis', 2, { redisUrl: redis.url })
  } finally {
    await redis.close()
  }
  return results
}

/** The figures of a round by call name. */
function shortOf({ phases, burst, aftermath, ceiling, rssMb }: RoundResult) {
  const { login, create, detail, half, hand } = phases
  const calls = {
    login,
    'create-paper': create,
    'paper-detail': detail,
    'fill-answer': burst.before,
    'fill-answer, half': half,
    'hand-exam': hand,
  }
  const ratio = ceiling ? Math.round((burst.before.rate / ceiling.rate) * 100) / 100 : undefined
  const perCpuSecond = { burst: burst.cost?.perSecond, ceiling: ceiling?.cost?.perDatabaseSecond }
  return { calls, lost: aftermath.lost, ceiling: ceiling?.rate, ratio, perCpuSecond, rssMb: Math.max(...rssMb) }
}

/** Runs the benchmark; the last line of standard output is one JSON object. Sets a failing exit code after a violation. */
export async function benchExamDay(options: Options) {
  const { learners, questions, seconds, connections } = options
  say(`exam-day: ${learners} learners, ${questions} questions, ${connections} connections, saving for ${seconds} s; ${machine()}`)
  const results = await runAll(options)
  const after: AfterExam | undefined = options.rounds.includes('after') ? await runAfter(options) : undefined
  if (after) printAfter(after)
  say('\nthroughput of the burst, saves a second')
  for (const { name, burst } of results) say(`${name.padEnd(40)} ${burst.before.rate}`)
  const text = [...results.flatMap((one) => broken(one, learners)), ...(after ? brokenAfter(after) : [])]
  for (const one of text) say(`BROKEN  ${one}`)
  const [first] = results
  const rest = { machine: machine(), questions, connections, rounds: results, after, broken: text }
  say(JSON.stringify({ bench: 'exam-day', learners, ...(first ? shortOf(first) : {}), ...rest }))
  if (text.length > 0) process.exitCode = 1
}
