// Which texts of the product have no English yet, and which English texts nobody uses any more.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const token = /\/\/[^\n]*|\/\*[^]*?\*\/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const inserted = /\$\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g
const chinese = /\p{Script=Han}|\{\{[a-z]+\}\}：/u
/** Rich text and sheets are content, and content keeps its language; so do the words by which readers know an answer or a level. */
const content = /^<|^[一二三四五六七八九十]$|^不?难$|^(?:正确,错误|对,错)$/

/**
 * Every Chinese literal of a source outside of its comments. What a template inserts is numbered, as `said` reads it:
 * `请填写${label}` is the key 请填写{{1}}.
 */
export function literalsOf(source: string): string[] {
  return [...source.matchAll(token)].flatMap(([, single, double, template]) => {
    const inner = [...(template ?? '').matchAll(inserted)].flatMap(([, code = '']) => literalsOf(code))
    let number = 0
    const text = single ?? double ?? template?.replaceAll(inserted, () => `{{${++number}}}`) ?? ''
    const own = text.replaceAll(/\\(.)/g, '$1')
    return chinese.test(own) && !content.test(own) ? [own, ...inner] : inner
  })
}

/** Where the texts stand that a user of the web may read: its own, the contract's, seeded menus, what files are refused for … */
const places = [
  'web/src/**/*.{ts,tsx}',
  'contract/src/**/*.ts',
  'server/src/seed/{base-menus,menus-course,menus-exam,menus-system}.ts',
  'server/src/kernel/{sheet/spreadsheet,strange-file}.ts',
  'server/src/providers/identity.ts',
  'server/src/domains/sys/realname/real.rules.ts',
  'server/src/domains/{exam/face,paper/admission/entry}.service.ts',
  'server/src/domains/paper/{admission/score-sheet.format,fix/fix-check.rules}.ts',
  'server/src/domains/sys/{role-menu/role.rules,people/user-match.rules,people/user-sheet.format}.ts',
  'server/src/domains/{common/file,paper/marking/answer,paper/marking/marking-manual,paper/attempt/signal}.rules.ts',
  'server/src/domains/qu/exchange/sheet/{sheet-drafts,sheet-parse}.format.ts',
  'server/src/domains/{course/course,course/file,course/item,course/audience,qu/import/import,tmpl/tmpl}.service.ts',
  // what is wrong with a question of a file, and what a format cannot carry
  'server/src/domains/qu/exchange/*/{aiken,gift-parse,docx-parse,moodle-parse,moodle-cloze,qti-parse,qti-interaction}.format.ts',
  'server/src/domains/qu/bank/question.rules.ts',
  'server/src/domains/qu/exchange/*/{gift,moodle,qti}-write.format.ts',
  'server/src/domains/qu/{exchange/sheet/sheet,import/exchange}.worker.ts',
  'server/src/domains/qu/exchange/qti/qti.package.ts',
  'server/src/domains/qu/{import/exchange-reading,export/export-format,import/stage}.service.ts',
]
/** … what is wrong with a sheet, among the vocabulary of its columns and rules … */
const sheetReaders = ['server/src/domains/qu/exchange/sheet/sheet-{columns,score}.format.ts']
/** … and refusals in a handler's own words. */
const refusals = [
  'server/src/domains/**/*.{service,rules,format,worker,package}.ts',
  'server/src/providers/depot-*.ts',
  'server/src/kernel/{archive,page,upload}.ts',
]
const elsewhere = /\.test\.tsx?$|contract\/src\/kernel\/error(-english)?\.ts$|fake-\w+\.ts$/
const sourcesOf = (patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .filter((file) => !elsewhere.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
/** The rest of the statement after `fail(` or `failField(`. */
const refusal = /\bfail(?:Field)?\(([^;\n]*)/g

/** The rest of the line after what a reader of sheets finds. */
const finding = /\b(?:new Wrong\(|problems\.push\(|problem: )([^\n]*)/g

/** Every text that must have an English one, as the key under which `t` or `said` looks it up. */
export function textsOfSources(): Set<string> {
  const said = (files: string[], how: RegExp) =>
    sourcesOf(files).flatMap((source) => [...source.matchAll(how)].map(([, code = '']) => code))
  return new Set([...sourcesOf(places), ...said(refusals, refusal), ...said(sheetReaders, finding)].flatMap(literalsOf))
}

export const catalogueFile = join(root, 'web/src/app/en.json')
/** The key of a catalogue's entry: without the ending that tells one from many. */
export const keyOf = (entry: string) => entry.replace(/_(?:one|other)$/, '')

/** @returns the texts without English, and the English texts without use */
export function compare(texts: Set<string>, catalogue: Record<string, string>) {
  const entries = Object.keys(catalogue)
  const has = (key: string) => key in catalogue || (`${key}_one` in catalogue && `${key}_other` in catalogue)
  return { missing: [...texts].filter((text) => !has(text)), unused: entries.filter((entry) => !texts.has(keyOf(entry))) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { missing, unused } = compare(textsOfSources(), JSON.parse(readFileSync(catalogueFile, 'utf8')) as Record<string, string>)
  for (const text of missing) process.stdout.write(`missing  ${text}\n`)
  for (const entry of unused) process.stdout.write(`unused   ${entry}\n`)
  process.exitCode = missing.length + unused.length > 0 ? 1 : 0
}
