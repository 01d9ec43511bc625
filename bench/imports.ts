// npm run bench -- imports: 10,000 users from a sheet, the demo users, and the time until broken input is detected. For questions see `banks`.
import { hasContent } from '@shuyuan/contract/qu/rich-content.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/kernel/database.ts'
import { readSheet, writeSheets } from '../server/src/kernel/sheet/spreadsheet.ts'
import { seedPeople } from '../server/src/seed/demo-people.ts'
import { workbookOf } from '../server/test/xlsx.ts'
import { type Fresh, machine, onFreshSite, say } from './fresh.ts'
import { round } from './measure.ts'

const PORT = 8193
const header = ['用户名', '姓名', '部门', '角色', '手机号', '密码', '有效期至']

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return round((performance.now() - began) / 1_000)
}

/** Each row has its own password, which is hashed. */
async function importPeople({ port, token }: Fresh, rows: number): Promise<number> {
  const cells = Array.from({ length: rows }, (_, i) => [`bench${i}`, `姓名${i}`, '云栖酒店集团', '学员', '', `Study@${10_000 + i}`, ''])
  const sheet = await writeSheets([{ name: '用户', columns: header.map((one) => ({ header: one })), rows: cells }])
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(sheet)]), '用户.xlsx')
  return secondsOf(async () => {
    const reply = await fetch(`http://127.0.0.1:${port}${user.import.path}`, { method: 'POST', headers: { token }, body })
    const { code, data } = (await reply.json()) as { code: number; data: { inserted: number } }
    if (code !== 0 || data.inserted !== rows) throw new Error(`${user.import.path} answered ${code}, ${data.inserted} people stored`)
  })
}

/** The time until each kind of broken input is detected. */
async function findBroken(): Promise<Record<string, number>> {
  const sheets = {
    'a quote without an end': `<row><c r="${'x'.repeat(30_000_000)}`,
    'elements within elements': '<row>'.repeat(1_000_000),
    'a text of 1.1 MB': `<row><c t="str"><v>${'x'.repeat(1_100_000)}</v></c></row>`,
  }
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const figures: Record<string, number> = {}
  try {
    for (const [name, data] of Object.entries(sheets)) {
      const path = join(folder, 'broken.xlsx')
      await writeFile(path, workbookOf(data))
      figures[name] = await secondsOf(async () => {
        try {
          for await (const _ of readSheet(path));
        } catch {
          return
        }
        throw new Error(`${name} was read as a sheet`)
      })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  figures['markup of full length'] = await secondsOf(async () => {
    for (const piece of ['<', '<"', '<a ', '&', "<p '"]) hasContent(piece.repeat(60_000))
  })
  return figures
}

/** Options: --rows. The last line on standard output is one JSON object, all times in seconds. */
export async function benchImports(args: string[]) {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '2000' } } })
  const rows = Number(values.rows)
  say(`imports: ${rows} people; ${machine()}`)
  let demoPeople = 0
  await onFreshSite(
    PORT,
    async (_client, databaseUrl) => {
      const { db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
      demoPeople = await secondsOf(() => seedPeople(db))
      await db.destroy()
    },
    async (fresh) => {
      const people = await importPeople(fresh, rows)
      say(`people ${people} s   demo people ${demoPeople} s`)
      const broken = await findBroken()
      for (const [name, seconds] of Object.entries(broken)) say(`${name.padEnd(26)} ${seconds} s`)
      say(JSON.stringify({ bench: 'imports', rows, people, demoPeople, broken }))
    },
  )
}
