// npm run bench -- users: the time of each search among 100,000 users.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { type Fresh, machine, onFreshSite, say } from './fresh.ts'
import { type Figures, inParallel, Series } from './measure.ts'

const PORT = 8191

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢'
const given = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红鑫浩然宇轩子涵梓欣怡雨桐诗晨佳琪文博思远俊熙若曦建国海燕志鹏'

/** Two levels below the root: 20 branches with 10 departments each. */
const departs = `
  insert into sys_depart (parent_id, dept_name, dept_code, sort)
  select top.id, '分公司' || n, top.dept_code || 'A' || lpad(n::text, 2, '0'), n
  from generate_series(1, 20) n, (select id, dept_code from sys_depart where parent_id is null order by id limit 1) top;
  insert into sys_depart (parent_id, dept_name, dept_code, sort)
  select up.id, up.dept_name || '部门' || n, up.dept_code || 'A' || lpad(n::text, 2, '0'), n
  from generate_series(1, 10) n, sys_depart up where up.parent_id is not null;
  with recursive tree as (
    select id, '/' || id || '/' as path from sys_depart where parent_id is null
    union all select d.id, tree.path || d.id || '/' from sys_depart d join tree on d.parent_id = tree.id)
  update sys_depart set path = tree.path from tree where tree.id = sys_depart.id;`

/** One in 25 is disabled, one in 100 waits for approval; their creation times cover three years. */
const people = `
  insert into sys_user (user_name, real_name, password_hash, mobile, dept_code, role_type, state, create_time)
  select 'user' || lpad(n::text, 6, '0'),
    substr($2, 1 + (n * 7919 % length($2))::int, 1) || substr($3, 1 + (n * 104729 % length($3))::int, 1)
      || case when n % 3 = 0 then '' else substr($3, 1 + (n * 15485863 % length($3))::int, 1) end,
    repeat('x', 97), '1' || 30 + n % 60 || lpad((n * 7919 % 100000000)::text, 8, '0'),
    (array(select dept_code from sys_depart order by id))[2 + (n % 220)::int], case when n % 200 = 0 then 2 else 1 end,
    case when n % 100 = 7 then 2 when n % 25 = 3 then 1 else 0 end, now() - n * interval '16 minutes'
  from generate_series(1, $1::bigint) n;`

async function fill(client: pg.Client, count: number) {
  await client.query(departs)
  await client.query(people, [count, surnames, given])
  await client.query(`insert into sys_user_role (user_id, role_id) select id, 6 from sys_user where user_name like 'user%'`)
}

type Search = { name: string; body: (at: number) => object }
const pick = (text: string, at: number) => text[at % text.length] ?? ''
const params = (given: object, more: object = {}) => ({ current: 1, size: 10, params: given, ...more })
const searches: Search[] = [
  { name: 'newest', body: () => params({}) },
  { name: 'state 0', body: () => params({ state: UserState.active }) },
  { name: 'state 2', body: () => params({ state: UserState.pending }) },
  { name: 'name, 1 character', body: (at) => params({ realName: pick(given, at) }) },
  { name: 'name, 2 characters', body: (at) => params({ realName: pick(surnames, at) + pick(given, at * 7), state: UserState.active }) },
  { name: 'name, 3 characters', body: (at) => params({ realName: pick(surnames, at) + pick(given, at * 7) + pick(given, at * 3) }) },
  { name: 'account, part', body: (at) => params({ userName: String(10_000 + ((at * 37) % 90_000)) }) },
  { name: 'account, 2 digits', body: (at) => params({ userName: String(10 + (at % 90)) }) },
  { name: 'mobile, 4 digits', body: (at) => params({ mobile: String(1_000 + ((at * 7_919) % 9_000)) }) },
  {
    name: 'mobile, 8 digits',
    body: (at) =>
      params({
        mobile: String(((at * 7_919) % 100_000) * 7_919)
          .padStart(8, '0')
          .slice(-8),
      }),
  },
  { name: 'department', body: (at) => params({ deptCode: `A01A${two(1 + (at % 20))}A${two(1 + (at % 10))}`, state: UserState.active }) },
  { name: 'branch', body: (at) => params({ deptCode: `A01A${two(1 + (at % 20))}`, state: UserState.active }) },
  { name: 'whole tree', body: () => params({ deptCode: 'A01' }) },
  { name: 'role', body: () => params({ roleIds: ['6'] }) },
  { name: 'back office', body: () => params({ userType: RoleType.staff }) },
  { name: 'branch and name', body: (at) => params({ deptCode: `A01A${two(1 + (at % 20))}`, realName: pick(given, at) }) },
  { name: 'page 5,000', body: () => params({}, { current: 5_000 }) },
  { name: 'by name', body: () => params({}, { orders: [{ column: 'realName', asc: true }] }) },
  { name: '5,000 a page', body: () => params({}, { size: 5_000 }) },
]
const two = (n: number) => String(n).padStart(2, '0')

async function measure({ port, token }: Fresh, search: Search, calls: number, connections: number): Promise<Figures> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)))
  const send = (line: Connection, at: number) => line.post('/api/sys/user/paging', JSON.stringify(search.body(at)), token)
  // PostgreSQL plans the first executions of a statement individually
  for (let at = 0; at < 8; at++) await send(lines[0]!, at)
  const series = new Series()
  await inParallel(
    Array.from({ length: calls }, (_one, at) => at),
    connections,
    async (at, worker) => {
      const began = performance.now()
      const { code } = await send(lines[worker]!, at)
      if (code === 0) series.add(performance.now() - began)
      else series.error()
    },
  )
  for (const line of lines) line.close()
  return series.figures()
}

/** Options: --people, --calls (per search), --connections. The last line on standard output is one JSON object. */
export async function benchUsers(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { people: text, calls: text, connections: text } })
  const { people = '100000', calls = '200', connections = '2' } = values
  await onFreshSite(
    PORT,
    (client) => fill(client, Number(people)),
    async (fresh) => {
      say(`users: ${people} people, ${connections} connections; ${machine()}`)
      const figures: Record<string, Figures> = {}
      for (const search of searches) {
        const one = await measure(fresh, search, Number(calls), Number(connections))
        figures[search.name] = one
        say(
          `${search.name.padEnd(20)} ${String(one.rate).padStart(8)}/s   p50 ${String(one.p50).padStart(7)} ms   p99 ${String(one.p99).padStart(7)} ms   errors ${one.errors}`,
        )
      }
      say(JSON.stringify({ bench: 'users', people: Number(people), connections: Number(connections), searches: figures }))
    },
  )
}
