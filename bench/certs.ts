// npm run bench -- certs: PDFs of many certificates in the background, while the server answers.
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { machine, onFreshSite, say } from './fresh.ts'
import { round } from './measure.ts'

const PORT = 8196
const PAUSE_MS = 50

/** Inserts people of the root department. @returns their ids */
async function fill(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into sys_user (user_name, real_name, password_hash, dept_code, create_time, update_time)
     select 'cert' || n, '持证人' || n, 'x', (select dept_code from sys_depart order by length(dept_code), dept_code limit 1), now(), now()
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  return rows.map((one) => one.id)
}

const share = (times: number[], part: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0

/** Processor time of a process and its threads so far, in seconds; undefined where the system does not tell. */
async function cpuSeconds(pid: number | undefined): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // behind the name in brackets: state, …, utime and stime in hundredths of a second
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / 100
}

/** Options: --certificates. The last line on standard output is one JSON object. */
export async function benchCerts(args: string[]) {
  const { values } = parseArgs({ args, options: { certificates: { type: 'string', default: '200' } } })
  const count = Number(values.certificates)
  let people: string[] = []
  let waiting: () => Promise<number> = async () => 0
  await onFreshSite(
    PORT,
    async (client) => void (people = await fill(client, count)),
    async ({ port, token, server }) => {
      say(`certs: ${count} certificates; ${machine()}`)
      const line = await Connection.open(port)
      const post = async <T>(path: string, body: object) => {
        const { code, data } = await line.post(path, JSON.stringify(body), token)
        if (code !== 0) throw new Error(`${path} answered ${code}`)
        return data as T
      }
      const cert = { title: '消防安全培训合格证', authority: '云栖酒店集团', validMonths: 12, layout: presets.honour }
      const { id: certId } = await post<{ id: string }>('/api/cert/cert/save', cert)
      waiting = async () => {
        const { records } = await post<{ records: { certFilePdf: string }[] }>(grant.paging.path, { size: 5_000, params: { certId } })
        return records.filter((row) => row.certFilePdf === '').length
      }
      const cpuBefore = await cpuSeconds(server.pid)
      const began = performance.now()
      await post(grant['grant-batch'].path, { certId, userIds: people })
      const grantSeconds = round((performance.now() - began) / 1_000)
      const times: number[] = []
      for (let at = 0; ; at++) {
        const asked = performance.now()
        await post(user.info.path, {})
        times.push(performance.now() - asked)
        if (at % 20 === 19 && (await waiting()) === 0) break
        await pause(PAUSE_MS)
      }
      const seconds = round((performance.now() - began) / 1_000)
      const cpu = round(((await cpuSeconds(server.pid)) ?? 0) - (cpuBefore ?? 0))
      const answers = { p50: round(share(times, 0.5)), p95: round(share(times, 0.95)), calls: times.length }
      say(
        `granted in ${grantSeconds} s, all files after ${seconds} s (${cpu} s of processor time); meanwhile user/info p50 ${answers.p50} ms, p95 ${answers.p95} ms`,
      )
      line.close()
      say(JSON.stringify({ bench: 'certs', certificates: count, grantSeconds, seconds, cpu, answers }))
    },
  )
}
