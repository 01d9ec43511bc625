// No bare numbers where the contract has a table of names; each form is tested with a violation and an allowed counterpart.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { codeColumns } from '../scripts/code-columns.ts'
import { allowed, bareCodes, codeFields } from './codes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['contract/src', 'server/src', 'server/test', 'web/src', 'web/test', 'e2e', 'bench', 'scripts']
/** Its code columns list the values of the tables of names. */
const generated = 'server/src/kernel/tables.ts'
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && file !== generated && existsSync(join(root, file)))
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const contract = sources.filter(({ file }) => file.startsWith('contract/')).map(({ text }) => text)
const fields = codeFields(contract, Object.keys(codeColumns))
const found = (text: string, file = 'server/src/domains/paper/x.service.ts') => bareCodes(file, text, ['state', 'openType', 'level'])
const inTest = (text: string) => found(text, 'server/src/domains/paper/x.test.ts')

test('the contract says which fields carry codes', () => {
  expect(fields).toEqual(
    expect.arrayContaining(['state', 'openType', 'quType', 'exState', 'auditState', 'mode', 'fileType', 'roleType', 'menuType']),
  )
  expect(fields).not.toContain('markStep')
})

test('the tests of server, web and browser, their fixtures and the load test are read', () => {
  const read = [/^server\/src\/.*\.test\.ts$/, /^server\/src\/.*\.factory\.ts$/, /^server\/test\//, /^web\/src\/.*\.test\.tsx$/]
  for (const one of [...read, /^web\/test\//, /^e2e\/.*\.spec\.ts$/, /^bench\//])
    expect(
      files.some((file) => one.test(file)),
      String(one),
    ).toBe(true)
})

test('no code has a bare number where a table of names exists', () => {
  expect(
    sources.flatMap(({ file, text }) => bareCodes(file, text, fields)),
    "write the name of the number: ExamState.enabled, for an error errors.notFound[0], in tests code('notFound') and wire(9)",
  ).toEqual([])
})

test('every exception is needed', () => {
  const unneeded = allowed.filter(
    (one) => !sources.some(({ file, text }) => file.startsWith(one.file) && bareCodes(`elsewhere/${file}`, text, [one.field]).length > 0),
  )
  expect(unneeded).toEqual([])
})

test.each([
  ['a condition', "q.where('paper.state', '=', 2)"],
  ['a list in a condition', "q.where('openType', 'in', [OpenType.departs, 3])"],
  ['a comparison', 'if (row.state === 0) return'],
  ['a comparison of what may be absent', 'if (row!.state! > 0) return'],
  ['a comparison the other way round', 'if (0 !== one.row?.state) return'],
  ['an object literal', 'db.set({ state: -1, title })'],
  ['a choice in an object literal', 'db.set({ state: publish ? 1 : TmplState.draft })'],
  ['the other side of a choice', 'db.set({ state: publish ? TmplState.published : 0 })'],
  ['a substitute', 'find({ openType: given ?? 1 })'],
  ['a default', 'const save = ({ state = 0 }) => state'],
  ['a type', 'type Row = { state: 0 | 1 }'],
  ['a list of values', 'if ([PaperState.marking, 2].includes(row.state)) return'],
  ['SQL', 'sql`select 1 from paper p where p.state = 2`'],
  ['a column of SQL', 'sql`where e.open_type <> 1`'],
  ['a list in SQL', 'sql`where state in (0, 1)`'],
  ['a mixed list in SQL', 'sql`where state in (${sql.lit(PaperState.open)}, 1)`'],
  ['a case in SQL', 'sql`case p.state when 0 then 1 end`'],
  ['an expectation', 'expect(row.state).toBe(2)'],
  ['an expected list', 'expect(rows.map((one) => one.state)).toEqual([PaperState.open, -1])'],
  ['an expected list that is sorted', 'expect(rows.map((one) => one.state).toSorted((a, b) => a - b)).toEqual([0, 1])'],
  ['an expected object', 'expect(answer).toMatchObject([{ state: 1, score: null }])'],
  ['a loop', 'for (const state of [1, PaperState.done]) run(state)'],
  ['a walk over values', '[PaperState.open, 2].map((state) => run(state))'],
  ['an attribute', '<UserPicker openType={1} />'],
  ['an error code', 'expect(answer.code).toBe(10010004)'],
  ['an error code in text', "await expect(call).rejects.toThrow('20010001')"],
])('%s with a number is refused, in product code and in tests', (_what, text) => {
  expect(found(text)).toHaveLength(1)
  expect(inTest(text)).toHaveLength(1)
})

test.each([
  ['a condition', "q.where('paper.state', '=', PaperState.done).where('version', '=', 2)"],
  ['a list', "q.where('openType', 'in', [OpenType.departs, OpenType.persons])"],
  ['a comparison', 'if (row.state === PaperState.open && row.version === 0) return'],
  ['an object literal', 'db.set({ state: PaperState.open, version: 0, level: undefined })'],
  ['another field with the same end', 'db.set({ hotelstate: 0, "x-state": 1 })'],
  ['SQL', 'sql`where p.state = ${sql.lit(PaperState.done)} and p.tries = 2`'],
  ['text in SQL', "sql`where n.state = 'waiting'`"],
  ['an expectation', 'expect(row.state).toBe(PaperState.done)\nexpect(rows.map((one) => one.state)).toHaveLength(2)'],
  ['a number that is meant to be unknown', 'await save({ state: wire(9) })'],
  ['an error', 'expect(answer.code).toBe(errors.notFound[0])'],
  ['a comment', '// state = 0: open\n/* state: 1 */'],
])('%s with names passes', (_what, text) => {
  expect(found(text)).toEqual([])
})

test('an exception applies to its file and field only', () => {
  const zip = 'zipSync(files, { level: 6 })'
  expect(found(zip, 'server/src/kernel/archive.ts')).toEqual([])
  expect(found(zip)).toHaveLength(1)
  expect(found('zipSync(files, { state: 6 })', 'server/src/kernel/archive.ts')).toHaveLength(1)
  const heading = "page.getByRole('heading', { level: 1 })"
  expect(found(heading, 'e2e/x.spec.ts')).toEqual([])
  expect(found('save({ level: 1 })', 'e2e/x.spec.ts')).toHaveLength(1)
})
