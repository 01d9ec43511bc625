// npm run bench -- lists: the time of every list and chart of both sides on a site of 100,000 people, 200,000 papers and 10 million answers.
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Connection } from '../connection.ts'
import { machine, say } from '../fresh.ts'
import { round } from '../measure.ts'
import { Servers } from '../servers.ts'
import { cpuMs } from './cpu.ts'
import { chartSpecs, ownChartSpecs } from './charts.ts'
import { listSpecs } from './lines.ts'
import { onFilledSite, PASSWORD } from './site.ts'
import type { Caller, ListSpec, Site } from './spec.ts'

const PORT = 8194
const LIMIT_MS = 50
const WARM_UP = 6
/** A line ends after this time, but not before so many calls. */
const LINE_MS = 3_000
const LEAST_CALLS = 20
const sizes = { whole: { people: 100_000, papers: 200_000 }, small: { people: 2_000, papers: 4_000 } }

type Line = { path: string; name: string; as: Caller; body: (at: number) => object }
type Measured = {
  path: string
  line: string
  as: Caller
  total: number | null
  about: boolean
  cpu: number
  p50: number
  p95: number
  errors: number
}
type Reply = { total?: number; pages?: number; about?: boolean; capped?: boolean } | null

/** A hand-in, a paper and a learning path of a caller who does not reach all of them. */
const OWN = `
  with reach as (
    select d.dept_code from sys_user b join sys_depart top on top.dept_code = b.dept_code join sys_depart d on d.path like top.path || '%'
    where b.user_name = $1 and $1 = 'branch'
    union select rd.dept_code from sys_role_depart rd join sys_user_role ur on ur.role_id = rd.role_id join sys_user b on b.id = ur.user_id where b.user_name = $1),
  people as (select id from sys_user where dept_code in (select dept_code from reach))
  select (select max(h.id) from course_work_hand h join people on people.id = h.user_id where h.state > ${HandState.draft}
      and h.file_id = (select min(file_id) from course_work))::text as hand,
    (select p.id from paper p join people on people.id = p.user_id join paper_record r on r.paper_id = p.id
      join bench_exam e on e.id = p.exam_id where p.state > ${PaperState.open} order by e.at = 301 desc, p.id desc limit 1)::text as paper,
    (select min(t.id) from path t join sys_user b on b.id = t.create_by where b.user_name = $1)::text as path`

/** The rows that each caller is asked for: a refusal would be measured in place of the list. */
async function readSites(databaseUrl: string): Promise<Record<Caller, Site>> {
  const site = await readSite(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const own = async (caller: Caller) => ({
    ...site,
    ...(await client.query<Pick<Site, 'hand' | 'paper' | 'path'>>(OWN, [caller])).rows[0]!,
  })
  try {
    return { admin: site, learner: site, branch: await own('branch'), chosen: await own('chosen') }
  } finally {
    await client.end()
  }
}

async function readSite(databaseUrl: string): Promise<Site> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Site>(`
      with exams as (select * from bench_exam)
      select (select id from exams where at = 301)::text as "bigExam", (select id from exams where at = 302)::text as "markedExam",
        (select id from exams where at = 303)::text as "openExam", (select id from exams where at = 150)::text as "usualExam",
        (select min(id) from repo where title like '题库%')::text as bank, (select max(id) from repo where title like '题库%')::text as "usualBank",
        (select min(c.id) from repo_chapter c where c.repo_id = (select min(id) from repo where title like '题库%'))::text as chapter, (select min(id) from cert)::text as cert,
        (select min(id) from course)::text as course, (select min(file_id) from course_work)::text as work,
        (select max(id) from course_work_hand where file_id = (select min(file_id) from course_work))::text as hand, (select min(id) from path)::text as path, (select min(file_id) from course_room)::text as room,
        (select course_id from course_item where file_id = (select min(file_id) from course_room))::text as "roomCourse", (select min(id) from sys_group)::text as "group", (select max(id) from qu_import)::text as "importId",
        (select min(f.id) from paper_fix f join exams e on e.id = f.exam_id and e.at = 301)::text as fix,
        (select max(p.id) from paper p join exams e on e.id = p.exam_id and e.at = 301)::text as paper,
        (select max(p.user_id) from paper p join exams e on e.id = p.exam_id and e.at = 301)::text as "user",
        (select dept_code from sys_depart where dept_name = '分公司3') as branch, (select dept_code from sys_depart where dept_name = '分公司3部门4') as depart,
        '6' as "learnerRole", (select min(season) from battle_rank) as season, array(select substr(real_name, 1, 2) from sys_user where id % 97 = 5 order by id limit 500) as names`)
    return rows[0]!
  } finally {
    await client.end()
  }
}

const bodyOf = (params: object, more: object = {}) => ({ current: 1, size: 10, params, ...more })

/** First page, middle and last page, then each filter, and each sort in both directions with its middle page. */
async function linesOf(path: string, specOf: (caller: Caller) => ListSpec, call: Call): Promise<Line[]> {
  const { as, base = {}, filters = {}, sorts = [], pages = [] } = specOf('admin')
  const lines: Line[] = []
  const deep = async (name: string, caller: Caller, params: object, more: object, parts: Record<string, number>) => {
    const { data } = await call(caller, path, bodyOf(params, more))
    const pages = Math.min(1_000_000, (data as Reply)?.pages ?? 0)
    if (pages < 4) return
    for (const [part, share] of Object.entries(parts)) {
      const current = Math.max(2, Math.floor(pages * share))
      lines.push({ path, name: `${name}${part} page`, as: caller, body: () => bodyOf(params, { ...more, current }) })
    }
  }
  for (const caller of as) {
    const own = specOf(caller).base ?? {}
    lines.push({ path, name: 'first page', as: caller, body: () => bodyOf(own) })
    await deep('', caller, own, {}, { middle: 0.5, last: 1 })
  }
  const [first] = as
  for (const [name, filter] of Object.entries(filters)) {
    const paramsAt = typeof filter === 'function' ? filter : () => filter
    lines.push({ path, name, as: first, body: (at) => bodyOf({ ...base, ...paramsAt(at) }) })
    if (typeof filter !== 'function') await deep(`${name}, `, first, { ...base, ...filter }, {}, { middle: 0.5 })
  }
  for (const current of pages) lines.push({ path, name: `page ${current}`, as: first, body: () => bodyOf(base, { current }) })
  if (Object.values(filters).some((filter) => 'realName' in (typeof filter === 'function' ? filter(0) : filter)))
    for (const realName of ['龘', '龘龘', '龘龘龘'])
      lines.push({ path, name: `nobody's name, ${realName.length} characters`, as: first, body: () => bodyOf({ ...base, realName }) })
  for (const column of sorts)
    for (const asc of [true, false]) {
      const orders = [{ column, asc }]
      const name = `by ${column} ${asc ? 'up' : 'down'}`
      lines.push({ path, name, as: first, body: () => bodyOf(base, { orders }) })
      await deep(`${name}, `, first, base, { orders }, { middle: 0.5 })
    }
  return lines
}

/** The first parameters of each chart. */
const usual = (specs: ReturnType<typeof chartSpecs>) =>
  Object.fromEntries(Object.entries(specs).map(([path, bodies]) => [path, Object.fromEntries(Object.entries(bodies).slice(0, 1))]))

const chartLines = (sites: Record<Caller, Site>): Line[] =>
  (
    [
      ['admin', chartSpecs(sites.admin)],
      ['branch', usual(chartSpecs(sites.branch))],
      ['chosen', usual(chartSpecs(sites.chosen))],
      ['learner', ownChartSpecs(sites.learner)],
    ] as const
  ).flatMap(([as, specs]) =>
    Object.entries(specs).flatMap(([path, bodies]) => Object.entries(bodies).map(([name, body]) => ({ path, name, as, body: () => body }))),
  )

type Call = (as: Caller, path: string, body: object) => Promise<{ code: number; data: unknown }>

async function measure({ path, name, as, body }: Line, call: Call, calls: number, used: () => Promise<number>): Promise<Measured> {
  const times: number[] = []
  let errors = 0
  let reply: Reply = null
  for (let at = 0; at < WARM_UP; at++) reply = (await call(as, path, body(at))).data as Reply
  const before = await used()
  const began = performance.now()
  for (let at = 0; at < calls && (at < LEAST_CALLS || performance.now() - began < LINE_MS); at++) {
    const sent = performance.now()
    const { code } = await call(as, path, body(at))
    if (code === 0) times.push(performance.now() - sent)
    else errors++
  }
  const cpu = round(((await used()) - before) / (times.length + errors))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const about = reply?.about === true || reply?.capped === true
  return { path, line: name, as, total: reply?.total ?? null, about, cpu, p50: at(0.5), p95: at(0.95), errors }
}

function sayLine({ path, line, as, total, about, cpu, p50, p95, errors }: Measured) {
  const slow = errors > 0 ? `${errors} errors` : p95 > LIMIT_MS ? 'slow' : ''
  const rows = total === null ? '' : `${about ? '~' : ''}${total}`
  say(`| ${path.slice(5)} | ${as} | ${line} | ${rows} | ${cpu.toFixed(1)} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${slow} |`)
}

/**
 * Options: --small, --calls (per line, at most), --only (a part of the path). The last line on standard output is one JSON object; the exit code is 1
 * when a line is slow or fails.
 */
export async function benchLists(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { small: { type: 'boolean', default: false }, calls: text, only: text } })
  const { calls = '100', only = '' } = values
  const size = values.small ? 'small' : 'whole'
  await onFilledSite(join(tmpdir(), 'bench-lists', size), sizes[size], async (databaseUrl, dataDir) => {
    const sites = await readSites(databaseUrl)
    const servers = await Servers.start({ databaseUrl, dataDir, port: PORT }, 1)
    const connection = await Connection.open(PORT)
    try {
      const tokens = new Map<Caller, string>()
      for (const caller of ['admin', 'branch', 'chosen', 'learner'] as const) {
        const { data } = await connection.post('/api/sys/user/login', JSON.stringify({ userName: caller, password: PASSWORD }))
        tokens.set(caller, (data as { token: string }).token)
      }
      const call: Call = (as, path, body) => connection.post(path, JSON.stringify(body), tokens.get(as))
      say(`${sizes[size].people} people, ${sizes[size].papers} papers, one connection; ${machine()}\n`)
      say('| list | caller | what | rows | CPU ms | p50 ms | p95 ms | |\n|---|---|---|---|---|---|---|---|')
      const measured: Measured[] = []
      const run = async (line: Line) => {
        const one = await measure(line, call, Number(calls), () => cpuMs(dataDir, servers.pids))
        measured.push(one)
        sayLine(one)
      }
      const specs = {
        admin: listSpecs(sites.admin),
        branch: listSpecs(sites.branch),
        chosen: listSpecs(sites.chosen),
        learner: listSpecs(sites.learner),
      }
      for (const path of Object.keys(specs.admin).filter((one) => one.includes(only)))
        for (const line of await linesOf(path, (caller) => specs[caller][path]!, call)) await run(line)
      for (const line of chartLines(sites).filter(({ path }) => path.includes(only))) await run(line)
      const slow = measured.filter((one) => one.p95 > LIMIT_MS || one.errors > 0)
      say(`\n${measured.length} lines, ${slow.length} above ${LIMIT_MS} ms at p95`)
      say(JSON.stringify({ bench: 'lists', ...sizes[size], lines: measured.length, slow: slow.length, measured }))
      if (slow.length > 0) process.exitCode = 1
    } finally {
      connection.close()
      await servers.stop()
    }
  })
}
