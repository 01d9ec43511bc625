// The rules for documents: each rejects a deliberate violation, and the repository satisfies them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  brokenLinks,
  longSentences,
  missingNames,
  missingPaths,
  missingRecords,
  pathsIn,
  recordFaults,
  sentencesIn,
  tablesIn,
  treeOf,
} from './docs.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))
const tree = treeOf(files)

/** docs/schema is written from the migrations, whose comments are not changed any more */
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/schema/'))
const records = documents.filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
/** pages that a newcomer or an operator reads first */
const first = documents.filter((file) =>
  /^(?:README.*|CONTRIBUTING|docs\/(?:guide|operate|start))\.md$|^docs\/(?:guide|operate)\//.test(file),
)
const sources = files.filter(
  (file) => /^(?:contract|server|web|architecture|scripts|bench|e2e)\//.test(file) && /\.(?:tsx?|css|js)$/.test(file),
)

describe('violations are refused', () => {
  const small = treeOf(['docs/guide.md', 'docs/decisions/0012-group-commit.md', 'server/src/domains/exam/entry/audience.service.ts'])

  test.each([
    ['a path from the root', 'see `server/src/domains/exam/audience.service.ts`'],
    ['a short path', 'see `exam/audience.service.ts`'],
    ['a name', 'see `audience.rules.ts`'],
    ['a folder', 'see `server/src/domains/sys`'],
    ['a pattern', 'see `exam/entry/audience-*.ts`'],
    ['a record', 'see `decisions/0013`'],
  ])('%s that does not exist', (_what, text) => {
    expect(missingPaths('docs/guide.md', text, small)).toHaveLength(text.includes('0013') ? 0 : 1)
    expect(missingRecords('docs/guide.md', text, small)).toHaveLength(text.includes('0013') ? 1 : 0)
  })

  test.each([
    '`exam/entry/audience.service.ts`',
    '`exam/…/audience.service.ts`',
    '`audience.*.ts`',
    '`docs/decisions/0012`',
    '`server/src/domains`',
  ])('%s exists', (text) =>
    expect([...missingPaths('docs/guide.md', text, small), ...missingRecords('docs/guide.md', text, small)]).toEqual([]),
  )

  test('addresses, code and names to replace are no paths', () => {
    expect(pathsIn('`/api/exam/exam/save`, `exam:add`, `x.rules.ts`, `contract/src/<domain>/a.ts`\n```ts\nimport `a.ts`\n```\n')).toEqual(
      [],
    )
  })

  test('a link to a file or heading that does not exist', () => {
    const text = '# A `part`, of it\n[a](guide.md#a-part-of-it) [b](#b) [c](other.md) [d](https://example.org)'
    expect(brokenLinks('docs/guide.md', text, small, () => text)).toEqual([
      'docs/guide.md: docs/guide.md has no heading for the link #b',
      'docs/guide.md: the link other.md leads nowhere',
    ])
  })

  test('a name that no source has', () => {
    const text = '`tableOwners`, `ctx.afterCommit`, `ctx.app.outgoing`, `fail(…)`, `sayError(x)`, `exam:open`, `subscribersOf`'
    expect(missingNames('a.md', text, new Set(['tableOwners', 'afterCommit', 'sayError']))).toEqual([
      'a.md: `subscribersOf` is in no source; name it as it is called now',
    ])
  })

  test('a sentence that is too long, in English and in Chinese', () => {
    const words = (n: number) => `${Array.from({ length: n }, () => 'word').join(' ')}.`
    expect(longSentences('a.md', `${words(30)} ${words(30)}\n- ${words(20)}\n- ${words(20)}\n| ${words(20)} | ${words(20)} |`)).toEqual([])
    expect(longSentences('a.md', `Short. ${words(31)}`)).toHaveLength(1)
    expect(longSentences('a.md', `${'书'.repeat(60)}。${'书'.repeat(60)}`)).toEqual([])
    expect(longSentences('a.md', `${'书'.repeat(40)}，${'书'.repeat(21)}。`)).toHaveLength(1)
    expect(sentencesIn('One [link](a/b.md#c). Two `x.ts`.')).toEqual(['One link.', 'Two code.'])
  })

  test('a row that one of two translations lacks, or has with another value', () => {
    expect(tablesIn('| 账号 | 密码 |\n|---|---|\n| `a` | `A1` |\n\n| 年 |\n|---|\n| 20 年 |\n')).toEqual([
      [[], [], ['`A1`', '`a`']],
      [[], [], ['20']],
    ])
    expect(tablesIn('| account |\n|---|\n| `a` |\n| `b` |\n')).not.toEqual(tablesIn('| 账号 |\n|---|\n| `a` |\n'))
    expect(tablesIn('| password |\n|---|\n| `A1` |\n')).not.toEqual(tablesIn('| 密码 |\n|---|\n| `A2` |\n'))
  })

  test('a record without a status, and one that the index lacks', () => {
    expect(recordFaults('docs/decisions/0001-a.md', '# 1. A\n\nStatus: in force\n', '[1. A](0001-a.md)')).toEqual([])
    expect(recordFaults('docs/decisions/0001-a.md', '# 1. A\n\n**Context.** …\n', '[1. A](0001-a.md)')).toHaveLength(1)
    expect(recordFaults('docs/decisions/0001-a.md', '# 1. A\n\nStatus: old\n', '')).toHaveLength(2)
  })
})

describe('the documents', () => {
  test('name files that exist, in backticks and in links', () => {
    const faults = documents
      // the changelog names files as they were called at that time
      .filter((file) => file !== 'CHANGELOG.md')
      .flatMap((file) => [...missingPaths(file, read(file), tree), ...brokenLinks(file, read(file), tree, read)])
    expect(faults).toEqual([])
  })

  test('for developers name identifiers that exist', () => {
    const known = new Set(sources.flatMap((file) => read(file).match(/[A-Za-z_]\w*/g) ?? []))
    const pages = documents.filter((file) => /^(?:docs\/guide\/|docs\/ui\.md|CONTRIBUTING|server\/migrations\/)/.test(file))
    expect(pages.flatMap((file) => missingNames(file, read(file), known))).toEqual([])
  })

  test('for newcomers and operators have sentences of at most 30 words', () => {
    expect(first.length).toBeGreaterThan(6)
    expect(first.flatMap((file) => longSentences(file, read(file)))).toEqual([])
  })
})

test('the Chinese README has the systems, accounts and variables of the English one, and is linked first in it', () => {
  const [chinese, english] = [tablesIn(read('README.zh-CN.md')), tablesIn(read('README.md'))]
  expect(chinese).toHaveLength(3)
  expect(chinese).toEqual(english.slice(0, 3))
  expect(read('README.md').split('\n')[2]).toMatch(/^\[中文\]\(README\.zh-CN\.md\)/)
})

describe('decision records', () => {
  test('have a status and stand in the index', () => {
    expect(records.length).toBeGreaterThan(100)
    expect(records.flatMap((file) => recordFaults(file, read(file), read('docs/decisions/README.md')))).toEqual([])
  })

  test('that code and documents name exist', () => {
    expect([...documents, ...sources].flatMap((file) => missingRecords(file, read(file), tree))).toEqual([])
  })
})
