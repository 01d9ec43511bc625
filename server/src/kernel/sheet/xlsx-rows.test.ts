// Workbooks of other programs: cells are read as they are displayed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbookOf, zipOf } from '../../../test/xlsx.ts'
import type { XlsxReading } from './xlsx-rows.ts'
import { tagsOfMarks } from './xlsx-text.ts'
import { readSheet, sheetLimits, streamSheet, writeSheets } from './spreadsheet.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shuyuan-xlsx-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function read(bytes: Uint8Array, limits = sheetLimits, reading: XlsxReading = {}) {
  const path = join(folder, 'a.xlsx')
  writeFileSync(path, bytes)
  const rows: [number, string[]][] = []
  for await (const { row, cells } of readSheet(path, limits, reading)) rows.push([row, cells])
  return rows
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) => `<Relationship Id='${id}' Type="${office}/${type}" Target="${target}"/>`
const relations = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`

/** A workbook with prefixes, comments and targets in the style of other programs. */
const foreign = (sheetData: string, { texts = '', styles = '', book = '' } = {}) =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations(relation('a', 'officeDocument', '/xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `<x:workbook xmlns:x="${main}" xmlns:q="${office}">${book}<x:sheets><x:sheet name="一 &gt; 二" sheetId="7" q:id="s2"/><x:sheet name="别的" sheetId="1" q:id="s1"/></x:sheets></x:workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('s1', 'worksheet', 'worksheets/other.xml') +
          relation('s2', 'worksheet', '../xl/worksheets/first.xml') +
          relation('t', 'sharedStrings', 'sharedStrings.xml') +
          relation('st', 'styles', '/xl/styles.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `<x:sst xmlns:x="${main}">${texts}</x:sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    { name: 'xl/worksheets/first.xml', content: `<!-- > --><x:worksheet><x:sheetData>${sheetData}</x:sheetData></x:worksheet>` },
  ])

test('shared texts: several runs, without phonetics, with references, escapes and CDATA', async () => {
  const texts =
    '<x:si><x:t>甲 &amp; &#20057;&#x4E19;</x:t></x:si>' +
    '<x:si><x:r><x:rPr><x:b/></x:rPr><x:t>半</x:t></x:r><x:r><x:t xml:space="preserve"> 个</x:t></x:r><x:rPh sb="0" eb="1"><x:t>ban</x:t></x:rPh></x:si>' +
    '<x:si><x:t><![CDATA[a < b]]> _x005F_x0041_</x:t></x:si><x:si/>'
  const cell = (at: string, text: string) => `<x:c r="${at}" t='s'><x:v>${text}</x:v></x:c>`
  const row = `<x:row r="3" spans="1:9">${cell('A3', '0')}${cell('C3', '1')}${cell('D3', '2')}${cell('E3', '3')}${cell('F3', '99')}</x:row>`
  expect(await read(foreign(row, { texts }))).toEqual([[3, ['甲 & 乙丙', '', '半 个', 'a < b _x0041_', '', '']]])
})

test('numbers with a date style are dates, in both calendars', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="171" formatCode="0.00&quot;days&quot;[Red]"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/></cellXfs>'
  const row = [0, 1, 2, 3].map((style) => `<x:c s="${style}"><x:v>45678</x:v></x:c>`).join('') + '<x:c s="4"><x:v>45678.75</x:v></x:c>'
  expect(await read(foreign(`<x:row>${row}</x:row>`, { styles }))).toEqual([
    [1, ['45678', '2025-01-21', '2025-01-21', '45678', '2025-01-21 18:00']],
  ])
  const [[, since1904] = [0, []]] = await read(foreign(`<x:row>${row}</x:row>`, { styles, book: '<x:workbookPr date1904="1"/>' }))
  expect(since1904[1]).toBe('2029-01-22')
})

test('numbers are read as displayed: percent, times, durations, leading zeros, at most 15 digits', async () => {
  const codes = ['0.0%', '0.##%', '00000', '[h]:mm:ss', 'h:mm', '¥#,##0.00', '0.00"%"', 'mm:ss;@']
  const own = codes.map((code, i) => `<numFmt numFmtId="${170 + i}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')
  const ids = [0, 9, 10, 46, ...codes.map((_, i) => 170 + i)]
  const styles = `<numFmts>${own}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
  const cell = (style: number, value: string) => `<x:c s="${style}"><x:v>${value}</x:v></x:c>`
  const values: [number, string, string][] = [
    [0, '84.600000000000009', '84.6'],
    [0, '13800138000', '13800138000'],
    [1, '0.25', '25%'],
    [2, '0.3333', '33.33%'],
    [3, '1.0833333333333333', '26:00'],
    [4, '0.333', '33.3%'],
    [5, '0.5', '50%'],
    [6, '7', '00007'],
    [6, '7.5', '7.5'],
    [7, '1.0833449074074074', '26:00:01'],
    [8, '0.35416666666666669', '08:30'],
    [9, '1234.5', '1234.5'],
    [10, '0.5', '0.5'],
    [11, '0.00069444444444444447', '00:01'],
  ]
  const row = values.map(([style, value]) => cell(style, value)).join('')
  const [[, cells] = [0, []]] = await read(foreign(`<x:row>${row}</x:row>`, { styles }))
  expect(cells).toEqual(values.map(([, , shown]) => shown))
})

test('superscript, subscript, bold and underline are marked on request, line by line', async () => {
  const run = (properties: string, text: string) => `<x:r><x:rPr>${properties}</x:rPr><x:t xml:space="preserve">${text}</x:t></x:r>`
  const inner =
    run('<x:sz val="11"/>', 'H') +
    run('<x:vertAlign val="subscript"/>', '2') +
    run('', 'O ') +
    run('<x:b/><x:u val="none"/><x:vertAlign val="superscript"/>', '甲\n乙') +
    run('<x:b val="0"/><x:u/>', '\uFDD0丙')
  const row = `<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is>${inner}</x:is></x:c></x:row>`
  const book = foreign(row, { texts: `<x:si>${inner}</x:si>` })
  const [[, marked] = [0, []]] = await read(book, sheetLimits, { marks: true })
  const html = 'H<sub>2</sub>O <strong><sup>甲</sup></strong>\n<strong><sup>乙</sup></strong><u>丙</u>'
  expect(marked.map(tagsOfMarks)).toEqual([html, html])
  const [[, plain] = [0, []]] = await read(book)
  expect(plain[0]).toContain('H2O 甲\n乙')
})

test('a formula without stored value differs from an empty cell', async () => {
  const row =
    '<x:row><x:c><x:f>A1&amp;"x"</x:f></x:c><x:c t="str"><x:f>""</x:f><x:v></x:v></x:c><x:c><x:f>1+1</x:f><x:v>2</x:v></x:c><x:c><x:f>2+2</x:f><x:v/></x:c></x:row>'
  expect(await read(foreign(row))).toEqual([[1, ['#VALUE?', '', '2', '#VALUE?']]])
})

test('the first visible worksheet is read, charts and hidden ones are skipped, other sheets are named', async () => {
  const sheet = (text: string) => `<worksheet><sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`
  const names = ['图', '藏', '一', '二']
  const listed = names.map(
    (name, i) => `<sheet name="${name}" sheetId="${i + 1}"${name === '藏' ? ' state="veryHidden"' : ''} x:id="s${i}"/>`,
  )
  const book = zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations(relation('a', 'officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/workbook.xml', content: `<workbook xmlns:x="${office}"><sheets>${listed.join('')}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(names.map((_, i) => relation(`s${i}`, i === 0 ? 'chartsheet' : 'worksheet', `sheet${i}.xml`)).join('')),
    },
    ...names.map((name, i) => ({ name: `xl/sheet${i}.xml`, content: i === 0 ? '<chartsheet/>' : sheet(name) })),
  ])
  let others: string[] = []
  expect(await read(book, sheetLimits, { others: (given) => void (others = given) })).toEqual([[1, ['一']]])
  expect(others).toEqual(['二'])
})

test('spreadsheets written by this server can be read, written at once or streamed', async () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => [`第${i}行 <b> & "${'长'.repeat(i % 50)}"`, '', `_x0041_]]>\n${i}`])
  // characters that XML does not allow
  rows.push(['\u0001a\uFFFF', '', '\uFFFE😀'])
  const expected = [['甲', '乙', '丙'], ...rows.slice(0, -1), ['a', '', '😀']].map((cells, i) => [i + 1, cells])
  const columns = ['甲', '乙', '丙'].map((header) => ({ header }))
  expect(await read(await writeSheets([{ name: '一', columns, rows }]))).toEqual(expected)
  const pieces: Uint8Array[] = []
  const given = (async function* () {
    yield* rows
  })()
  for await (const piece of streamSheet('一', columns, given)) pieces.push(piece)
  expect(await read(Buffer.concat(pieces))).toEqual(expected)
})

const cell = '<row><c><v>1</v></c></row>'
test.each([
  ['a comment without an end', `${cell}<!-- ${'x'.repeat(1_100_000)}`],
  ['a quote without an end', `<row><c r="${'x'.repeat(30_000_000)}`],
  ['a text as long as a book', `<row><c t="str"><v>${'x'.repeat(1_100_000)}</v></c></row>`],
  ['elements within elements without an end', '<row>'.repeat(1_000_000)],
  ['an element that another closes', '<row><c><v>1</c></v></row>'],
  ['a reference to what is not defined', '<row><c t="str"><v>&mine;</v></c></row>'],
  ['a column beyond the last', '<row><c r="ZZZZ1"><v>1</v></c></row>'],
  ['a cell without a column', '<row><c r="12"><v>1</v></c></row>'],
])('%s is a broken sheet', async (_name, data) => {
  await expect(read(workbookOf(data))).rejects.toMatchObject({ reason: 'sheetBroken' })
})

test('rows without a cell count towards the limit', async () => {
  await expect(read(workbookOf('<row/>'.repeat(11)), { ...sheetLimits, cells: 10 })).rejects.toMatchObject({ reason: 'sheetBroken' })
  expect(await read(workbookOf('<row/>'.repeat(10) + cell), { ...sheetLimits, cells: 11 })).toEqual([[11, ['1']]])
})

test('entity definitions are refused', async () => {
  const bomb = `<!DOCTYPE sst [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]><sst><si><t>&b;</t></si></sst>`
  const row = '<row><c t="s"><v>0</v></c></row>'
  await expect(read(workbookOf(row, [{ name: 'xl/sharedStrings.xml', content: bomb }]))).rejects.toMatchObject({ reason: 'sheetBroken' })
  const harmless = '<!DOCTYPE sst><sst><si><t>a</t></si></sst>'
  await expect(read(workbookOf(row, [{ name: 'xl/sharedStrings.xml', content: harmless }]))).rejects.toMatchObject({
    reason: 'sheetBroken',
  })
})

test('the anchor row of a control is no row of the sheet', async () => {
  const anchored = `${cell}</sheetData><controls><from><row>9</row></from></controls><sheetData>`
  expect(await read(workbookOf(anchored))).toEqual([[1, ['1']]])
})

test('a part with a wrong checksum is refused', async () => {
  const bytes = workbookOf('<row><c><v>1</v></c></row>')
  const at = bytes.indexOf('PK\u0001\u0002', bytes.lastIndexOf('xl/worksheets') - 60, 'latin1')
  bytes.writeUInt32LE(1, at + 16)
  await expect(read(bytes)).rejects.toMatchObject({ reason: 'sheetBroken' })
})
