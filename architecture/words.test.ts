// The words that comments and documents do not use: a violation is refused, and the repository has none.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commentsIn, unusedWords } from './words.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
/** the page that lists the words, the code that looks for them, and types whose comments come from migrations */
const free = ['docs/glossary.md', 'server/src/kernel/tables.ts', 'architecture/words.ts', 'architecture/words.test.ts']
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)) && !free.includes(file))

/** names and code in backticks, and addresses of links, are not prose */
const proseOf = (text: string) => text.replaceAll(/`[^`\n]*`|\]\([^)\s]*\)/g, '')

test('a word that names nothing, in a document and in a comment, with its line', () => {
  expect(unusedWords('a.md', 'One.\nWhoever asks, his paper; what is kept; who may.')).toHaveLength(4)
  expect(unusedWords('a.md', 'One.\nSomebody')[0]).toMatch(/^a\.md:2: "Somebody"/)
  expect(unusedWords('a.md', 'The caller, this history, "http://x"')).toEqual([])
  const source = "const a = 'nobody // no'\n// nobody\n/* some\n * body */ const b = `// ${a}`\nconst c = 'http://nobody'"
  expect(commentsIn(source)).toEqual([
    { at: 2, text: '// nobody' },
    { at: 3, text: '/* some\n * body */' },
  ])
})

test('documents have none of them', () => {
  // docs/schema is written from the migrations, whose comments are not changed any more
  const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/schema/'))
  expect(documents.flatMap((file) => unusedWords(file, proseOf(read(file))))).toEqual([])
})

test('comments have none of them', () => {
  const sources = files.filter((file) => /^(?:contract|server|web|architecture|scripts|bench|e2e)\/.*\.(?:tsx?|css|js)$/.test(file))
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.flatMap((file) => commentsIn(read(file)).flatMap(({ at, text }) => unusedWords(file, proseOf(text), at)))).toEqual([])
})
