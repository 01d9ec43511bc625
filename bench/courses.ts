// npm run bench -- courses: progress saved by many learners at once, and the lists of who has learnt what.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { type Fresh, machine, onFreshSite, say } from './fresh.ts'
import { inParallel, round } from './measure.ts'

const PORT = 8196
const LIMIT_MS = 50
/** seconds between two reports of a player */
const REPORT_S = 10
const WARM_UP = 6
const FILES = 5
const sizes = {
  whole: { people: 100_000, courses: 1_000, records: 1_000_000, learners: 2_000 },
  small: { people: 2_000, courses: 50, records: 20_000, learners: 50 },
}
type Size = (typeof sizes)['whole']

/** 20 branches with 10 departments each; people spread over them. The first course is learnt by every second person, the others evenly. */
async function fill(client: pg.Client, { people, courses, records }: Size) {
  await client.query(`
    insert into sys_depart (parent_id, dept_name, dept_code, sort)
    select top.id, '分公司' || n, top.dept_code || 'A' || lpad(n::text, 2, '0'), n
    from generate_series(1, 20) n, (select id, dept_code from sys_depart where parent_id is null order by id limit 1) top;
    insert into sys_depart (parent_id, dept_name, dept_code, sort)
    select up.id, up.dept_name || '部门' || n, up.dept_code || 'A' || lpad(n::text, 2, '0'), n
    from generate_series(1, 10) n, sys_depart up where up.parent_id is not null;
    with recursive tree as (
      select id, '/' || id || '/' as path from sys_depart where parent_id is null
      union all select d.id, tree.path || d.id || '/' from sys_depart d join tree on d.parent_id = tree.id)
    update sys_depart set path = tree.path from tree where tree.id = sys_depart.id`)
  await client.query(
    `insert into sys_user (user_name, real_name, password_hash, dept_code, role_type, create_time)
    select 'learner' || lpad(n::text, 6, '0'), '王' || chr(19968 + n % 500), 'x', (array(select dept_code from sys_depart order by id))[2 + n % 220],
      ${RoleType.learner}, now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
    [people],
  )
  await client.query(
    `insert into course (title, open_type, required, state, deadline_time)
    select '课程' || n, 1, true, 0, case when n % 2 = 1 then now() - interval '1 day' end from generate_series(1, $1::int) n`,
    [courses],
  )
  await client.query(
    `insert into course_file (title, file_type, duration, file_url)
    select '课件' || n, ${CourseFileType.video}, 600, '/files/' || n from generate_series(1, $1::int) n`,
    [courses * FILES],
  )
  await client.query(`insert into course_item (course_id, file_id, sort) select c.id, f.id, f.id - (c.id - 1) * ${FILES}
    from course c join course_file f on f.id between (c.id - 1) * ${FILES} + 1 and c.id * ${FILES}`)
  await client.query(
    `insert into course_learn (course_id, user_id, start_time, last_time, finish_time)
    select case when n <= $2::int / 2 then 1 else 2 + (n::bigint * 7919) % ($3::int - 1) end, u.id, now() - interval '9 days', now(),
      case when n % 3 = 0 then now() end
    from generate_series(1, $1::int) n
    join (select id, row_number() over (order by id) as at from sys_user where user_name like 'learner%') u on u.at = 1 + n % $2::int
    on conflict do nothing`,
    [records, people, courses],
  )
  await client.query(`insert into course_file_learn (course_id, file_id, user_id, learn_sec, process, finish_time, create_time, update_time)
    select l.course_id, i.file_id, l.user_id, 300, case when l.finish_time is null then 50 else 100 end, l.finish_time, l.start_time, l.last_time
    from course_learn l join course_item i using (course_id) where i.sort <= 1 + l.user_id % ${FILES}`)
}

/** Sent as fast as they are answered: what counts is whether all learners' reports pass, not the wait in the queue. */
const OPENED = 'files opened'
const SAVED = 'progress saved'

type Call = { name: string; path: string; body: (at: number) => object; token?: string }
type Times = { p50: number; p95: number; p99: number; errors: number; rate: number }

/** Calls in parallel over these connections. */
async function measure(calls: Iterable<{ path: string; body: object; token: string }>, width: number): Promise<Times> {
  const lines = await Promise.all(Array.from({ length: width }, () => Connection.open(PORT)))
  const times: number[] = []
  let errors = 0
  const start = performance.now()
  await inParallel(calls, width, async ({ path, body, token }, worker) => {
    const began = performance.now()
    const { code } = await lines[worker]!.post(path, JSON.stringify(body), token)
    if (code === 0) times.push(performance.now() - began)
    else errors++
  })
  const seconds = (performance.now() - start) / 1_000
  for (const line of lines) line.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), errors, rate: round(times.length / seconds) }
}

const page = (params: object, more: object = {}) => ({ current: 1, size: 20, params, ...more })
const big = { courseId: '1' }
const usual = { courseId: '2' }
const two = (n: number) => String(n).padStart(2, '0')

const lists = (learner: string): Call[] => [
  { name: 'people of the large course', path: '/api/stat/course/user-paging', body: () => page(big) },
  { name: 'people of a usual course', path: '/api/stat/course/user-paging', body: () => page(usual) },
  { name: 'not begun', path: '/api/stat/course/user-paging', body: () => page({ ...big, learned: 'none' }) },
  { name: 'finished', path: '/api/stat/course/user-paging', body: () => page({ ...usual, learned: 'finished' }) },
  { name: 'overdue', path: '/api/stat/course/user-paging', body: () => page({ ...big, learned: 'overdue' }) },
  { name: 'outside', path: '/api/stat/course/user-paging', body: () => page({ ...big, learned: 'outside' }) },
  { name: 'branch', path: '/api/stat/course/user-paging', body: (at) => page({ ...big, deptCode: `A01A${two(1 + (at % 20))}` }) },
  {
    name: 'name',
    path: '/api/stat/course/user-paging',
    body: (at) => page({ ...big, realName: String.fromCodePoint(19_968 + (at % 500)) }),
  },
  { name: 'page 50', path: '/api/stat/course/user-paging', body: () => page(big, { current: 50 }) },
  { name: 'by account', path: '/api/stat/course/user-paging', body: () => page(big, { orders: [{ column: 'userName', asc: true }] }) },
  { name: 'overview, large course', path: '/api/stat/course/overview', body: () => big },
  { name: 'overview, branch', path: '/api/stat/course/overview', body: (at) => ({ ...usual, deptCode: `A01A${two(1 + (at % 20))}` }) },
  { name: 'matrix, 10 courses', path: '/api/stat/course/matrix', body: (at) => page({ deptCode: `A01A${two(1 + (at % 20))}` }) },
  {
    name: 'matrix, 50 courses, 100 people',
    path: '/api/stat/course/matrix',
    body: () => page({ courseIds: Array.from({ length: 50 }, (_one, at) => String(at + 1)) }, { size: 100 }),
  },
  { name: 'courses of a learner', path: '/api/course/course/user-paging', body: () => page({}), token: learner },
  { name: 'files of a learner', path: '/api/course/learn/paging', body: () => page({}), token: learner },
]

/** Signs learners in by rows of their sessions: signing in itself is measured elsewhere. @returns their tokens */
async function signLearnersIn(client: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into sys_session (token_hash, user_id, expire_time)
    select sha256(convert_to(token, 'UTF8')), u.id, now() + interval '1 day' from unnest($1::text[]) with ordinality as t (token, at)
    join (select id, row_number() over (order by id) as at from sys_user where user_name like 'learner%') u on u.at = t.at`,
    [tokens],
  )
  return tokens
}

async function run({ token }: Fresh, tokens: string[], options: { calls: number; connections: number; rounds: number }) {
  const results: Record<string, Times> = {}
  const note = (name: string, one: Times) => {
    results[name] = one
    say(`${name.padEnd(32)} ${String(one.rate).padStart(7)}/s   p50 ${one.p50} ms   p95 ${one.p95} ms   errors ${one.errors}`)
  }
  const place = { courseId: '2', fileId: String(FILES + 1) }
  const of = (path: string, body: object) => tokens.map((one) => ({ path, body, token: one }))
  note(OPENED, await measure(of('/api/course/learn/load-process', place), options.connections))
  const report = { ...place, learnSec: 10, position: 10 }
  const saves = Array.from({ length: options.rounds }, () => of('/api/course/learn/save-process', report)).flat()
  note(SAVED, await measure(saves, options.connections))
  for (const { name, path, body, token: own = token } of lists(tokens[0]!)) {
    const calls = (count: number, from = 0) => Array.from({ length: count }, (_one, at) => ({ path, body: body(from + at), token: own }))
    // PostgreSQL plans the first executions of a statement individually
    await measure(calls(WARM_UP), 1)
    note(name, await measure(calls(options.calls, WARM_UP), 2))
  }
  return results
}

/** Options: --small, --calls (per list), --rounds (saves of each learner), --connections. The last line on standard output is one JSON object. */
export async function benchCourses(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { small: { type: 'boolean' }, calls: text, rounds: text, connections: text } })
  const { small = false, calls = '100', rounds = '10', connections = '64' } = values
  const size = small ? sizes.small : sizes.whole
  let tokens: string[] = []
  await onFreshSite(
    PORT,
    async (client) => {
      await fill(client, size)
      tokens = await signLearnersIn(client, size.learners)
    },
    async (fresh) => {
      say(`courses: ${JSON.stringify(size)}; ${machine()}`)
      const results = await run(fresh, tokens, { calls: Number(calls), rounds: Number(rounds), connections: Number(connections) })
      const least = size.learners / REPORT_S
      const isSlow = (name: string, { rate, p95 }: Times) => (name === OPENED || name === SAVED ? rate < least : p95 > LIMIT_MS)
      const slow = Object.entries(results).flatMap(([name, one]) => (one.errors > 0 || isSlow(name, one) ? [name] : []))
      if (slow.length > 0) {
        say(`above ${LIMIT_MS} ms at p95, below ${least} reports a second, or with errors: ${slow.join(', ')}`)
        process.exitCode = 1
      }
      say(JSON.stringify({ bench: 'courses', ...size, results }))
    },
  )
}
