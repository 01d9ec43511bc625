// Converts question sets published as CSV (number, question, options A to D, answer) to import sheets, one per file:
//   node scripts/cmmlu-to-sheet.ts <folder of CSV files> <output folder>
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeSheets } from '../server/src/kernel/sheet/spreadsheet.ts'

const columns = ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '难度'].map((header) => ({ header }))

/** Rows and fields of a CSV text: quoted fields may contain commas, line breaks and doubled quotes (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  process.stderr.write('Usage: node scripts/cmmlu-to-sheet.ts <folder of CSV files> <output folder>\n')
  process.exit(2)
}
await mkdir(to, { recursive: true })
for (const file of (await readdir(from)).filter((name) => name.endsWith('.csv')).toSorted()) {
  const [, ...lines] = parseCsv(await readFile(join(from, file), 'utf8'))
  const rows = lines.map(([, question = '', a = '', b = '', c = '', d = '', answer = '']) => [
    '单选题',
    question,
    a,
    b,
    c,
    d,
    answer,
    '普通',
  ])
  const name = `${basename(file, '.csv')}.xlsx`
  await writeFile(join(to, name), await writeSheets([{ name: '试题', columns, rows }]))
  process.stdout.write(`${name}: ${rows.length}\n`)
}
