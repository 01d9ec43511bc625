// A drawn exam on a site: how long its comparison takes there, and how long /readyz waits meanwhile.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { examSimilar, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { buildApp } from '../../server/src/app.ts'
import { createPaper } from '../../server/src/domains/paper/admission/create.service.ts'
import { handExam } from '../../server/src/domains/paper/attempt/clock/close.service.ts'
import { makeFixedExam } from '../../server/src/domains/paper/fixed.factory.ts'
import { gradePaper } from '../../server/src/domains/paper/grade/grade.service.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { ctxOf, nobody } from '../../server/src/kernel/ctx.ts'
import { Connection } from '../connection.ts'
import { onFreshSite, say } from '../fresh.ts'
import { round } from '../measure.ts'
import type { Planted } from './world.ts'

const PORT = 8142
const POLL_MS = 20
const LONGEST_S = 600

type Compared = {
  papers: number
  seconds: number | null
  shown: number
  readyzLongest: number
  readyzP99: number
  asked: number
  serverMegabytes: number | null
}

export async function compareOnSite(planted: Planted): Promise<Compared> {
  let examId = ''
  let result: Compared | undefined
  await onFreshSite(
    PORT,
    async (client, databaseUrl, dataDir) => {
      const made = await makeModel(databaseUrl, dataDir, planted)
      examId = made.examId
      await fill(client, made, planted)
      say('the site is filled')
    },
    async ({ port, token, server }) => {
      const line = await Connection.open(port)
      const ask = (call: { path: string }) => line.post(call.path, JSON.stringify({ examId }), token)
      // what the start of a server does is no part of it
      await pause(3_000)
      const { code } = await ask(examSimilar.run)
      if (code !== 0) throw new Error(`the comparison was refused: ${code}`)
      const end = new AbortController()
      const times = watchReady(port, end.signal)
      const began = performance.now()
      for (;;) {
        await pause(250)
        const state = (await ask(examSimilar.state)).data as { state: number; papers: number; seconds: number | null; shown: number }
        const isOver = state.state === SimilarState.done || state.state === SimilarState.failed
        if (!isOver && performance.now() - began < LONGEST_S * 1_000) continue
        end.abort()
        const sorted = (await times).toSorted((a, b) => a - b)
        result = {
          papers: state.papers,
          seconds: state.seconds === null ? null : round(state.seconds),
          shown: state.shown,
          readyzLongest: round(sorted.at(-1) ?? 0),
          readyzP99: round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
          asked: sorted.length,
          serverMegabytes: highestMemory(server.pid),
        }
        break
      }
      line.close()
    },
  )
  return result!
}

/** Asks /readyz again and again. @returns the time of each answer in ms */
async function watchReady(port: number, stop: AbortSignal): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  while (!stop.aborted) {
    const began = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    get({ host: '127.0.0.1', port, path: '/readyz', agent }, (reply) => {
      reply.resume()
      reply.on('end', resolve)
    }).on('error', reject)
    await promise
    times.push(performance.now() - began)
    await pause(POLL_MS)
  }
  agent.destroy()
  return times
}

/** The highest resident memory of a process so far, where the system has /proc. */
function highestMemory(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024)
  } catch {
    return null
  }
}

type Made = { examId: string; quIds: string[]; paperId: string; deptCode: string }

/** An exam with a paper of the administrator, made by the product. */
async function makeModel(databaseUrl: string, dataDir: string, { study }: Planted): Promise<Made> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const { app, close } = await buildApp({ config, databaseUrl, background: false })
  const owner = app.db.selectFrom('sysUser').where('userName', '=', 'admin').select(['id', 'deptCode'])
  const { id, deptCode } = await owner.executeTakeFirstOrThrow()
  const ctx = ctxOf(app, { user: { ...nobody, id, userName: 'admin', roleType: RoleType.staff } })
  const { examId, quIds } = await makeFixedExam(ctx, { single: study.items, shortAnswer: study.texts.length })
  const model = await createPaper(ctx, { examId })
  await handExam(ctx, { id: model.id })
  await gradePaper(app, model.id)
  const changed = { state: PaperState.done, score: 0, receiptNo: null }
  await app.db.updateTable('paper').set(changed).where('id', '=', model.id).execute()
  await close()
  return { examId, quIds, paperId: model.id, deptCode: deptCode ?? '' }
}

/** Finished papers with the drawn answers, copied from one that the product made. */
async function fill(client: pg.Client, { quIds, paperId, deptCode }: Made, planted: Planted) {
  const { study, keys } = planted
  await client.query('set session_replication_role = replica')
  await client.query('create temporary table drawn (person jsonb)')
  const rows = drawnRows(planted, deptCode)
  for (let from = 0; from < rows.length; from += 500)
    await client.query('insert into drawn select jsonb_array_elements($1::jsonb)', [JSON.stringify(rows.slice(from, from + 500))])
  await client.query(`insert into sys_user (user_name, real_name, password_hash, dept_code, role_type)
    select person ->> 'name', person ->> 'name', '', person ->> 'depart', ${RoleType.learner} from drawn`)
  const columns = await client.query<{ name: string }>(`select attname as name from pg_attribute
    where attrelid = 'paper'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`)
  const names = columns.rows.map((one) => one.name)
  await client.query(
    `insert into paper (${names.join(', ')}) select ${names.map((name) => (name === 'user_id' ? 'u.id' : `m.${name}`)).join(', ')}
    from paper m cross join sys_user u where m.id = $1::bigint and u.user_name like 'bench%'`,
    [paperId],
  )
  await client.query('delete from paper where id = $1::bigint', [paperId])
  const shorts = quIds.slice(study.items)
  const papers = `paper p join sys_user u on u.id = p.user_id join drawn d on d.person ->> 'name' = u.user_name`
  const listOf = (key: string) => `array(select jsonb_array_elements_text(d.person -> '${key}'))`
  await client.query(
    `insert into paper_item (paper_id, exam_id, version, items, maxes, scores, states, picks, rights)
    select p.id, p.exam_id, p.version, $1::text[], array_fill(200, array[$2::int]),
      array(select case s when 'r' then 200 else 0 end from unnest(i.states) s), i.states, i.picks, $3::text[]
    from ${papers} cross join lateral (select ${listOf('states')} as states, ${listOf('picks')} as picks) i`,
    [quIds, quIds.length, [...keys.map((key) => 'ABCD'[key]!), ...shorts.map(() => '')]],
  )
  await client.query(
    `insert into paper_qu_time (paper_id, qu_id, seconds) select p.id, q.id, (d.person -> 'seconds' ->> (q.at - 1)::int)::int
    from ${papers} cross join unnest($1::bigint[]) with ordinality as q (id, at)`,
    [quIds.slice(0, study.items)],
  )
  await client.query(
    `insert into paper_answer (paper_id, qu_id, session, seq, answer, complete, saved_at)
    select p.id, q.id, 's', 1, jsonb_build_object('text', d.person -> 'texts' ->> (q.at - 1)::int), true, now()
    from ${papers} cross join unnest($1::bigint[]) with ordinality as q (id, at)`,
    [shorts],
  )
}

function drawnRows({ study, letters, keys }: Planted, deptCode: string) {
  const shorts = study.texts.map(() => 0)
  return Array.from({ length: study.people }, (_, person) => {
    const depart = study.departs[person]!
    const own = study.seconds.subarray(person * study.items, (person + 1) * study.items)
    return {
      name: `bench${person}`,
      depart: depart < 0 ? deptCode : `${deptCode}A${String(depart + 1).padStart(2, '0')}`,
      states: [...letters[person]!.map((one, item) => (one < 0 ? 'b' : one === keys[item] ? 'r' : 'w')), ...shorts.map(() => 'w')],
      picks: [...letters[person]!.map((one) => (one < 0 ? '' : 'ABCD'[one]!)), ...shorts.map(() => '')],
      seconds: Array.from(own, (one) => Math.max(1, Math.round(one))),
      texts: study.texts.map(({ answers }) => answers[person]!),
    }
  })
}
