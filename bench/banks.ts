// npm run bench -- banks: opening, searching and drawing from a bank of 50,000 questions, and importing 10,000 rows.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { readFile } from 'node:fs/promises'
import { setInterval, setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { writeSheets } from '../server/src/kernel/sheet/spreadsheet.ts'
import { Connection } from './connection.ts'
import { type Fresh, machine, onFreshSite, say } from './fresh.ts'
import { type Figures, round, Series } from './measure.ts'

const PORT = 8192
/** Interval between two memory samples of the server, and before the first one. */
const LOOK_MS = 50
const QUIET_MS = 2_000
const words =
  '消防安全酒店客房登记证件疏散通道灭火器检查制度人员信息保护食品卫生操作规范网络密码数据备份应急预案演练值班巡查设备维护电气线路可燃物品存放'
const CHAPTERS = 20

/** Half single choice, the rest multiple choice, true/false and fill-in; every stem differs. */
const questions = `
  insert into qu (repo_id, chapter_id, qu_type, level, title, fingerprint, body, create_time, update_time)
  select $1::bigint, chapter.id, kind, case when n % 4 = 0 then 2 else 1 end, stem, sha256(convert_to(stem, 'UTF8')),
    jsonb_build_object('content', '<p>' || stem || '</p>', 'analysis', '<p>解析 ' || n || '</p>', 'modelAnswer', '', 'rule', '{}'::jsonb,
      'options', case when kind = 5 then '[]'::jsonb else (
        select jsonb_agg(jsonb_build_object('tag', chr(64 + o), 'content', '<p>选项 ' || o || ' ' || n || '</p>', 'isRight', o = 1 or (kind = 2 and o = 2)))
        from generate_series(1, case when kind = 3 then 2 else 4 end) o) end,
      'blanks', case when kind = 5 then jsonb_build_array(jsonb_build_object('answer', n::text, 'compare', 'normal')) else '[]'::jsonb end,
      'left', '[]'::jsonb, 'right', '[]'::jsonb, 'pairs', '[]'::jsonb, 'subs', '[]'::jsonb),
    now() - n * interval '1 second', now() - n * interval '1 second'
  from (select n, (array[1, 1, 2, 3, 5])[1 + (n % 5)::int] as kind,
      '第' || n || '题：' || (select string_agg(substr($3, 1 + ((n * 7919 + i * 104729) % length($3))::int, 2), '' order by i) from generate_series(1, 14) i) as stem
    from generate_series(1, $2::bigint) n) q
  join (select id, row_number() over (order by id) - 1 as at from repo_chapter where repo_id = $1::bigint) chapter on chapter.at = n % ${CHAPTERS}`

async function fill(client: pg.Client, count: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`insert into repo (title, is_train) values ('大题库', true) returning id`)
  const repoId = rows[0]!.id
  await client.query(`insert into repo_chapter (repo_id, title, sort) select $1, '章节' || n, n from generate_series(1, ${CHAPTERS}) n`, [
    repoId,
  ])
  await client.query(questions, [repoId, count, words])
  await client.query('insert into qu_version (qu_id, version, body) select id, 1, body from qu')
  return repoId
}

type CallSpec = { name: string; path: string; body: (at: number) => object }
const pick = (at: number, length: number) => words.slice((at * 7) % (words.length - length)).slice(0, length)

const callSpecsOf = (repoId: string): CallSpec[] => {
  const list = (name: string, params: (at: number) => object, more: object = {}): CallSpec => ({
    name,
    path: '/api/qu/qu/paging',
    body: (at) => ({ current: 1, size: 10, params: { repoId, ...params(at) }, ...more }),
  })
  return [
    { name: 'banks', path: '/api/repo/paging', body: () => ({}) },
    { name: 'bank', path: '/api/repo/detail', body: () => ({ id: repoId }) },
    { name: 'chapters', path: '/api/repo/chapter-group', body: () => ({ repoId }) },
    list('list', () => ({})),
    list('list, last page', () => ({}), { current: 5_000 }),
    list('type and level', () => ({ quType: QuType.multiple, level: QuLevel.hard })),
    list('search, 2 characters', (at) => ({ content: pick(at, 2) })),
    list('search, 4 characters', (at) => ({ content: pick(at, 4) })),
    list('search, nothing found', (at) => ({ content: `没有${at}这句话` })),
    list('search all banks', (at) => ({ repoId: undefined, content: pick(at, 3) })),
  ]
}

async function measure({ port, token }: Fresh, { path, body }: CallSpec, calls: number): Promise<Figures> {
  const line = await Connection.open(port)
  for (let at = 0; at < 8; at++) await line.post(path, JSON.stringify(body(at)), token)
  const series = new Series()
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    const { code } = await line.post(path, JSON.stringify(body(at)), token)
    if (code === 0) series.add(performance.now() - began)
    else series.error()
  }
  line.close()
  return series.figures()
}

/** New trainings: a shuffle of the whole bank, and a mock paper of 50. */
const draws = (repoId: string): CallSpec[] =>
  [TrainMode.random, TrainMode.mock].map((mode) => ({
    name: mode === TrainMode.random ? 'training, shuffled' : 'training, mock paper',
    path: '/api/repo/train/start',
    body: () => ({ repoId, mode, clear: true }),
  }))

/** Draws a paper of 100 questions, opens it and hands it in, repeatedly. */
async function drawPapers({ port, token }: Fresh, repoId: string, calls: number): Promise<Figures> {
  const line = await Connection.open(port)
  const post = async <T>(path: string, body: object) => {
    const { code, data } = await line.post(path, JSON.stringify(body), token)
    if (code !== 0) throw new Error(`${path} answered ${code}`)
    return data as T
  }
  const row = { repoId, chapterId: '', quType: QuType.single, level: null, count: 100, perScore: 1 }
  const tmpl = await post<{ id: string }>('/api/tmpl/tmpl/save', {
    title: '抽题',
    remark: '',
    publish: true,
    quShuffle: true,
    optionShuffle: true,
    groups: [{ title: '单选', mode: 'draw', quList: [], draws: [row] }],
  })
  const exam = await post<{ id: string }>('/api/exam/exam/save', {
    title: '抽题',
    tmplId: tmpl.id,
    openType: ExamOpenType.all,
    startTime: null,
    endTime: null,
    minutes: 60,
    passScore: 60,
    tries: 0,
    lateMinutes: 0,
    earliestMinutes: 0,
    showScore: 'handed',
    showAnswer: 'never',
    allowPaste: true,
  })
  const series = new Series()
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    const { id } = await post<{ id: string }>('/api/paper/paper/create-paper', { examId: exam.id })
    series.add(performance.now() - began)
    await post('/api/paper/paper/hand-exam', { id })
  }
  line.close()
  return series.figures()
}

/** Resident memory of a process in MB (Linux). */
async function heldMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
}

/** Samples the server's memory while `act` runs. @returns MB before, and the maximum */
async function watched({ server }: Fresh, act: () => Promise<void>) {
  await pause(QUIET_MS)
  const before = await heldMb(server.pid)
  let peak = before
  const ended = new AbortController()
  const watch = (async () => {
    for await (const _ of setInterval(LOOK_MS, undefined, { signal: ended.signal })) peak = Math.max(peak, await heldMb(server.pid))
  })().catch(() => undefined)
  try {
    await act()
  } finally {
    ended.abort()
    await watch
  }
  return { beforeMb: Math.round(before), peakMb: Math.round(peak) }
}

const sheetHeader = ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析', '难度', '章节']
const sheetRow = (i: number) => {
  const stem = `导入第${i + 1}题：${pick(i, 8)}${pick(i * 3, 6)}？`
  return ['单选题', stem, `甲${i}`, `乙${i}`, `丙${i}`, `丁${i}`, 'A', `解析${i}`, '普通', `章节${1 + (i % CHAPTERS)}`]
}

/** Imports a sheet through staging and commit, and again in one step. @returns seconds, and the server's memory before and at most */
async function importRows(fresh: Fresh, rows: number) {
  const { port, token } = fresh
  const post = async <T>(path: string, body: FormData | string) => {
    const headers = { token, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) }
    const reply = (await (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).json()) as {
      code: number
      msg: string
      data: T
    }
    if (reply.code !== 0) throw new Error(`${path}: ${reply.msg}`)
    return reply.data
  }
  const cells = Array.from({ length: rows }, (_, i) => sheetRow(i))
  const sheet = await writeSheets([{ name: '试题', columns: sheetHeader.map((one) => ({ header: one })), rows: cells }])
  const formOf = async (title: string) => {
    const { id } = await post<{ id: string }>('/api/repo/save', JSON.stringify({ title, remark: '', isExam: true, isTrain: false }))
    const form = new FormData()
    form.append('repoId', id)
    form.append('file', new Blob([Uint8Array.from(sheet)]), '试题.xlsx')
    return form
  }
  const seconds = async (act: () => Promise<unknown>) => {
    const began = performance.now()
    await act()
    return round((performance.now() - began) / 1_000)
  }
  const [staged, once] = [await formOf('分步导入'), await formOf('一步导入')]
  const steps = { stageSeconds: 0, commitSeconds: 0, seconds: 0 }
  const inSteps = await watched(fresh, async () => {
    let id = ''
    steps.stageSeconds = await seconds(async () => void ({ id } = await post<{ id: string }>('/api/qu/import/stage', staged)))
    steps.commitSeconds = await seconds(() => post('/api/qu/import/commit', JSON.stringify({ id })))
  })
  const direct = await watched(fresh, async () => void (steps.seconds = await seconds(() => post('/api/qu/qu/import', once))))
  const { stageSeconds, commitSeconds } = steps
  return { rows, stageSeconds, commitSeconds, ...inSteps, direct: { seconds: steps.seconds, ...direct } }
}

/** Options: --questions, --rows, --calls. The last line on standard output is one JSON object. */
export async function benchBanks(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { questions: text, rows: text, calls: text } })
  const { questions: count = '50000', rows = '10000', calls = '100' } = values
  let repoId = ''
  const prepare = async (client: pg.Client) => void (repoId = await fill(client, Number(count)))
  await onFreshSite(PORT, prepare, async (fresh) => {
    say(`banks: ${count} questions; ${machine()}`)
    // first, while the server uses little memory, so that the import's share is visible
    const imported = await importRows(fresh, Number(rows))
    say(
      `import of ${rows} rows: ${imported.stageSeconds} s to stage, ${imported.commitSeconds} s to commit; memory ${imported.beforeMb} → ${imported.peakMb} MB`,
    )
    const { direct } = imported
    say(`the same in one step: ${direct.seconds} s; memory ${direct.beforeMb} → ${direct.peakMb} MB`)
    const figures: Record<string, Figures> = {}
    const note = (name: string, one: Figures) => {
      figures[name] = one
      say(`${name.padEnd(24)} p50 ${String(one.p50).padStart(7)} ms   p99 ${String(one.p99).padStart(7)} ms   errors ${one.errors}`)
    }
    for (const callSpec of callSpecsOf(repoId)) note(callSpec.name, await measure(fresh, callSpec, Number(calls)))
    for (const callSpec of draws(repoId)) note(callSpec.name, await measure(fresh, callSpec, Math.min(Number(calls), 20)))
    note('paper of 100 drawn', await drawPapers(fresh, repoId, Math.min(Number(calls), 50)))
    say(JSON.stringify({ bench: 'banks', questions: Number(count), import: imported, calls: figures }))
  })
}
