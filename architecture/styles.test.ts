// The rules for style sheets: each rejects a deliberate violation, and the web satisfies them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tokenSheet } from '../scripts/token-sheet.ts'
import { dark, light } from '../web/src/kernel/theme/tokens.ts'
import {
  classesOf,
  copiesIn,
  frostedIn,
  globalSheets,
  hiddenTables,
  literalsIn,
  missingClasses,
  textClasses,
  unscopedIn,
  unusedClasses,
} from './styles.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|css)$/.test(file) && existsSync(join(root, file)))
const sheets = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const modules = sheets.filter(({ file }) => file.endsWith('.module.css'))
const textOf = new Map(sheets.map(({ file, text }) => [file, text]))

const page = 'web/src/domains/exam/ExamPage.tsx'
const sheet = 'web/src/domains/exam/exam.module.css'

describe('violations are refused', () => {
  test.each([
    ['a hex colour in a sheet', sheet, '.card { color: #18794e; }'],
    ['a short hex colour in a component', page, '<path stroke="#fff" />'],
    ['an rgb colour', sheet, '.card { background: rgb(0 0 0 / 45%); }'],
    ['a colour by its name', sheet, '.card { border: 1px solid var(--red-line); color: darkred; }'],
    ['a colour by its hue', sheet, '.card { color: hsl(120 50% 50%); }'],
  ])('%s', (_what, file, text) => {
    expect(literalsIn(file, text)).toHaveLength(1)
  })

  test('a sheet that is not a module', () => {
    expect(globalSheets(['web/src/domains/exam/exam.css', sheet, 'web/src/kernel/theme/base.css'])).toEqual([
      'web/src/domains/exam/exam.css',
    ])
  })

  test('a rule of a module without a class', () => {
    const text = '.card :global(.ant-btn) { gap: 0; }\n.card, h1 { margin: 0; }\n:global(.ant-btn) { gap: 0; }'
    expect(unscopedIn(sheet, text)).toEqual([`${sheet}: h1`, `${sheet}: :global(.ant-btn)`])
  })

  test('a table that is hidden itself', () => {
    expect(hiddenTables(page, '<table className={textStyles.visuallyHidden}>')).toHaveLength(1)
    expect(hiddenTables(page, '<div className={textStyles.visuallyHidden}>\n<table className={styles.days}>')).toEqual([])
  })

  test('a copy of another module', () => {
    const text = "@value btn from './button.module.css';\n.card { composes: panel from './panel.module.css'; }"
    expect(copiesIn(sheet, text)).toHaveLength(2)
  })

  test('a class missing in its module, and a class by a computed name', () => {
    const text =
      "import styles from './exam.module.css'\n<b className={styles.card}><i className={styles.crad} /><u className={styles[shape]} /></b>"
    expect(missingClasses({ file: page, text }, () => '.card { gap: 0; }')).toEqual([
      `${page}: crad of ./exam.module.css`,
      `${page}: […] of ./exam.module.css`,
    ])
  })

  test('a class name as a string literal', () => {
    const text = '<b className="card"><i rootClassName={`card ${x}`} /><u className={styles.card} title="#1" /></b>'
    expect(textClasses(page, text)).toEqual([`${page}: card`, `${page}: card \${x}`])
  })

  test('an unused class', () => {
    const module = { file: sheet, text: '@media (max-width: 9px) { .card .row { gap: 0; } }' }
    expect(unusedClasses([module], ['<b className={styles.card} />'])).toEqual([`${sheet}: row`])
  })

  test('a bar through which the page shows', () => {
    const text =
      '.bar { position: sticky; backdrop-filter: blur(9px); }\n.box::backdrop { backdrop-filter: blur(9px); }\n.scrim { inset: 0; backdrop-filter: blur(9px); }'
    expect(frostedIn({ file: sheet, text })).toEqual([`${sheet}: .bar`])
  })

  test('keyframes, comments and decimals are not taken for classes', () => {
    expect([...classesOf('/* .no */ @keyframes in { 0.5% { opacity: .5; } } .yes { margin: .5em; }')]).toEqual(['yes'])
  })
})

describe('the web', () => {
  test('takes colours from the tokens', () => {
    expect(
      sheets.flatMap(({ file, text }) => literalsIn(file, text)),
      'colours that are written out: take one of web/src/kernel/theme/tokens.css',
    ).toEqual([])
  })

  test('defines classes in modules', () => {
    expect(modules.length).toBeGreaterThan(60)
    expect(globalSheets(files)).toEqual([])
    expect(modules.flatMap(({ file, text }) => [...unscopedIn(file, text), ...copiesIn(file, text)])).toEqual([])
    expect(sheets.flatMap(({ file, text }) => (file.endsWith('.css') ? [] : textClasses(file, text)))).toEqual([])
  })

  test('uses only classes that exist, and all of them', () => {
    const missing = sheets.flatMap((one) => missingClasses(one, (path) => textOf.get(normalize(join(dirname(one.file), path)))))
    expect(missing, 'classes that their sheet does not define').toEqual([])
    const users = sheets.filter(({ file }) => !file.endsWith('.css')).map(({ text }) => text)
    expect(unusedClasses(modules, users), 'classes that no file uses').toEqual([])
  })

  test('hides what is around a table, not the table', () => {
    expect(sheets.flatMap(({ file, text }) => hiddenTables(file, text))).toEqual([])
  })

  test('has no bar through which the page shows', () => {
    expect(sheets.filter(({ file }) => file.endsWith('.css')).flatMap(frostedIn)).toEqual([])
  })

  test('has a current sheet of tokens (npm run tokens)', () => {
    expect(textOf.get('web/src/kernel/theme/tokens.css')).toBe(tokenSheet())
  })

  test('has the background of its tokens before the first paint', () => {
    const look = readFileSync(join(root, 'web/public/theme.js'), 'utf8')
    expect(look.match(/#[\da-f]{6}/g)).toEqual([dark.bg, light.bg])
  })
})
