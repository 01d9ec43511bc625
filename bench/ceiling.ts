// The upper limit of the machine: the server's own statement, one row per transaction, 32 clients, no other load.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { saveStatement } from '../server/src/domains/paper/attempt/save/save-statement.service.ts'
import { costOf, countCpu, type SaveCost } from './cpu.ts'
import type { ExamSetup } from './exam-setup.ts'
import type { Candidate } from './fill.ts'
import { round } from './measure.ts'

const run = promisify(execFile)
/** these papers get consecutive ids, so that pgbench can address them */
const FIRST_PAPER = 900_000_000

/**
 * @param candidates the owners of the open papers that are written, one per client
 * @returns transactions per second, their processor time, and the tool: pgbench if it is installed, else a plain client in its own process
 */
export async function measureCeiling(
  { databaseUrl, dataDir, servers }: ExamSetup,
  candidates: Candidate[],
  seconds: number,
): Promise<Measured> {
  const firstUser = await renumber(databaseUrl, candidates)
  const asked = { clients: candidates.length, seconds, firstUser }
  const cpu = countCpu(dataDir, servers.pids)
  const tried = await withPgbench(databaseUrl, asked)
  const rate = tried ?? (await withPlainClient(databaseUrl, asked))
  return { rate: round(rate), by: tried === undefined ? 'a plain client' : 'pgbench', cost: costOf(rate * seconds, cpu()) }
}

export type Measured = { rate: number; by: string; cost: SaveCost | undefined }

export type Ceiling = { clients: number; seconds: number; firstUser: number }
export const firstPaper = FIRST_PAPER

/** Gives the papers consecutive ids in the order of their owners, whose ids are consecutive already. */
async function renumber(databaseUrl: string, candidates: Candidate[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const ids = candidates.map((one) => one.paperId)
    await client.query('delete from paper_session where paper_id = any($1::bigint[])', [ids])
    const { rows } = await client.query<{ first: string }>('select min(user_id) as first from paper where id = any($1::bigint[])', [ids])
    const first = Number(rows[0]?.first)
    await client.query('update paper set id = $2::bigint + user_id - $3::bigint where id = any($1::bigint[])', [ids, FIRST_PAPER, first])
    return first
  } finally {
    await client.end()
  }
}

/** The statement with pgbench's variables as parameters; an empty page-load session makes every save a write. */
function script(firstUser: number) {
  const given = [
    'array[:paper]::bigint[]',
    'array[:qu]::bigint[]',
    'array[:usr]::bigint[]',
    `array['']::text[]`,
    'array[:seq]::int[]',
    `array['{"tags":["A"]}']::jsonb[]`,
    'array[true]::boolean[]',
    'now()',
    'array[false]::boolean[]',
  ]
  const statement = saveStatement.replaceAll(/\$(\d)/g, (_all, n: string) => given[Number(n) - 1] ?? '').trim()
  return `\\set paper ${FIRST_PAPER} + :client_id
\\set usr ${firstUser} + :client_id
\\set qu random(1, 50)
\\set seq random(1, 1000000)
${statement};
`
}

async function withPgbench(databaseUrl: string, { clients, seconds, firstUser }: Ceiling) {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-ceiling-'))
  const file = join(folder, 'save.sql')
  try {
    await writeFile(file, script(firstUser))
    const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file, databaseUrl]
    const { stdout } = await run('pgbench', args)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withPlainClient(databaseUrl: string, ceiling: Ceiling) {
  const child = fork(fileURLToPath(new URL('plain-client.ts', import.meta.url)), [databaseUrl, JSON.stringify(ceiling)])
  const [rate] = (await once(child, 'message')) as [number]
  return rate
}
