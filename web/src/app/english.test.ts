// The English catalogues are complete, in English, and contain each text once, in the layer that uses it.
import { fill, GAP } from '@shuyuan/contract/kernel/message.ts'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../kernel/i18n.ts'
import { catalogue, files } from './english.ts'

const { pages, contract } = catalogue
const formsOf = (text: Catalogue[string]) => (typeof text === 'string' ? [text] : Object.values(text))
const entries = [...Object.entries(pages), ...Object.entries(contract.labels), ...Object.entries(contract.texts)]
const texts = entries.flatMap(([key, text]) => formsOf(text).map((words) => [key, words] as const))
/** The texts as they are shown where every gap is this number. */
const shown = (n: 1 | 2) =>
  entries.map(([key, text]) => {
    const form = typeof text === 'string' ? text : n === 1 ? text.one : text.other
    return [key, fill(form, Object.fromEntries([...form.matchAll(GAP)].map(([, name = '']) => [name, n])))] as const
  })

/** A path relative to web/src instead of this folder. */
const named = (path: string) => path.replace(/^\.\.\//, '').replace(/^\.\//, 'app/')
const modules = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const sources = Object.entries(modules)
  .map(([path, text]) => ({ file: named(path), text }))
  .filter(({ file }) => !/\.(?:test|en)\.tsx?$/.test(file))
/** A key as it appears in a source, without quotation marks: a template literal keeps its line breaks. */
const written = (key: string) => [key, key.replaceAll('\\', String.raw`\\`)]
const uses = (text: string, key: string) => written(key).some((one) => ["'", '"', '`'].some((mark) => text.includes(mark + one + mark)))
const layers = Object.entries(files).map(([path, module]) => {
  const file = named(path)
  return { file, folder: file.replace(/\/[^/]+$/, ''), keys: Object.values(module).flatMap((one) => Object.keys(one)) }
})

describe.each(layers)('$file', ({ folder, keys }) => {
  it('has texts that its own layer uses, in order', () => {
    // every layer may use texts of kernel and shared; the application may use texts of a domain
    const own = (file: string) => /^(?:kernel|shared)$/.test(folder) || file.startsWith(`${folder}/`) || file.startsWith('app/')
    const read = sources.flatMap(({ file, text }) => (own(file) ? [text] : [])).join('\n')
    expect(
      keys.filter((key) => !uses(read, key)),
      'used by no file of this layer: remove or move them',
    ).toEqual([])
    expect(keys, 'not in the order of toSorted()').toEqual(keys.toSorted())
  })
})

/** Files with Chinese texts that both languages show, or none. */
const chineseForAll: Record<string, string> = {
  'app/admin/initials.ts': 'first signs of the letters of pinyin',
  'app/dev/KitTexts.tsx': 'contents on the page of components',
  'app/help/News.tsx': 'the news are in Chinese, which the page says',
  'app/help/site-help.ts': 'a word in the chapters, which are in Chinese',
  'domains/course/file/caption-file.ts': 'languages by their own names',
  'domains/course/learn/player/captions.ts': 'languages by their own names',
  'domains/paper/attempt/integrity/useSignals.ts': 'a note of what happened, which is stored',
  'domains/qu/admin/editor/question-draft.ts': 'options of a new question, which are stored',
  'domains/qu/admin/list/import-formats.ts': 'an example of a file',
  'domains/tmpl/admin/edit/tmpl-form.ts': 'titles of the parts of a paper, which are stored',
  'kernel/text/words.ts': 'words of the site, beside their English',
}

/** The Chinese texts of a source. */
function chineseIn(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    if (typeof value === 'string' && (type === 'Literal' || type === 'JSXText')) found.push(value)
    if (type === 'TemplateElement') found.push((value as { cooked: string }).cooked)
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found.filter((text) => /\p{Script=Han}/u.test(text))
}

describe('a Chinese text of a page', () => {
  it('is found in each form of a source', () => {
    expect(chineseIn('a.tsx', "const a = <b title='甲'>乙{`丙${c}丁`}{t('戊')}</b> // 己")).toEqual(['甲', '乙', '丙', '丁', '戊'])
  })

  it('has English', () => {
    const known = new Set([...Object.keys(pages), ...Object.keys(contract.labels)])
    const without = sources.flatMap(({ file, text }) =>
      [...new Set(chineseIn(file, text))].flatMap((one) => (known.has(one) ? [] : [{ file, one }])),
    )
    expect(without.filter(({ file }) => !(file in chineseForAll)).map(({ file, one }) => `${file}: ${one}`)).toEqual([])
    const files = new Set(without.map(({ file }) => file))
    expect(
      Object.keys(chineseForAll).filter((file) => !files.has(file)),
      'needs no exception any more',
    ).toEqual([])
  })
})

describe('English of a text', () => {
  it('is in one catalogue', () => {
    const found = [...layers, { file: 'the labels of the contract', keys: Object.keys(contract.labels) }].flatMap(({ file, keys }) =>
      keys.map((key) => ({ key, file })),
    )
    const twice = [...Map.groupBy(found, ({ key }) => key)].filter(([, all]) => all.length > 1)
    expect(
      twice.map(([key, all]) => `${key}: ${all.map(({ file }) => file).join(', ')}`),
      'texts in two catalogues: what is a label needs no other entry; what several domains use stands in kernel.en.ts alone',
    ).toEqual([])
  })

  it('fills the gaps of its key', () => {
    const gaps = (text: string) => [...new Set([...text.matchAll(GAP)].map(([, name = '']) => name))].toSorted().join(' ')
    const wrong = (key: string, text: Catalogue[string]) => gaps(formsOf(text).join(' ')) !== gaps(key)
    expect(Object.entries({ ...pages, ...contract.labels }).filter(([key, text]) => wrong(key, text))).toEqual([])
  })

  it('has forms for one and many only by {{n}}', () => {
    expect(Object.entries(pages).filter(([key, text]) => typeof text !== 'string' && !key.includes('{{n}}'))).toEqual([])
  })

  it('is English', () => {
    // quoted texts of a sheet stay Chinese because the sheet expects them, as does the name of the language 中文
    const quoted = /“[^”]*”|【\p{Script=Han}+】/gu
    const wrong = texts.filter(
      ([key, words]) => words !== key && /\p{Script=Han}|[，。！？；：、（）《》【】]/u.test(words.replaceAll(quoted, '')),
    )
    expect(wrong).toEqual([])
    expect(texts.filter(([, words]) => words.trim() === '')).toEqual([])
  })

  it('has one name for one thing', () => {
    // docs/glossary.md: training, wrong-answer book, invigilator
    const other = /\b(?:practi[cs]e|mistakes|proctor|book of wrong answers|the book)\b/i
    expect(texts.filter(([, words]) => other.test(words))).toEqual([])
  })

  it('has the right number', () => {
    // a gap may be a name: words that follow one are no plurals
    const verbs = 'as|cannot|changes|counts|does|ends|gives|goes|has|is|its|leads|less|lies|needs|picks|uses|waits|was|ms|pixels|to|on'
    const many = new RegExp(
      String.raw`(?<![.×])\b1 (?:(?!(?:at|on|has|in|left|read|to|with|question|line|ends|picks|uses|needs)\b)[a-z-]+ )?(?!(?:${verbs})\b)(?:[a-z]{2,}s|people)\b|\b(?:every|last) 1\b`,
      'i',
    )
    const plural = /\b1 (?:more )?(?:are|have|were)\b/
    expect(shown(1).filter(([, words]) => many.test(words) || plural.test(words))).toEqual([])
    const one =
      /\b(?:2|every 2|last 2) (?:answer|attempt|certificate|day|file|item|minute|month|paper|person|point|question|row|second|time|user)\b/i
    expect(shown(2).filter(([, words]) => one.test(words))).toEqual([])
  })
})
