// The English catalogues are complete, in English, and contain each text once, in the layer that uses it.
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../kernel/i18n.ts'
import { catalogue, files } from './english.ts'

const { pages, contract } = catalogue
const formsOf = (text: Catalogue[string]) => (typeof text === 'string' ? [text] : Object.values(text))
const texts = [...Object.entries(pages), ...Object.entries(contract.labels)].flatMap(([key, text]) =>
  formsOf(text).map((words) => [key, words] as const),
)

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
    const gaps = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)(?:, lower)?\}\}/g)].map(([, name = '']) => name))].toSorted()
    expect(texts.filter(([key, words]) => gaps(key).join(' ') !== gaps(words).join(' '))).toEqual([])
  })

  it('has forms for one and many only by {{n}}', () => {
    expect(Object.entries(pages).filter(([key, text]) => typeof text !== 'string' && !key.includes('{{n}}'))).toEqual([])
  })

  it('is English', () => {
    // quoted texts of a sheet stay Chinese because the sheet expects them, as does the name of the language 中文
    const quoted = /“[^”]*”/g
    const wrong = texts.filter(([key, words]) => words !== key && /\p{Script=Han}|[，。！？；：]/u.test(words.replaceAll(quoted, '')))
    expect(wrong).toEqual([])
    expect(texts.filter(([, words]) => words.trim() === '')).toEqual([])
  })
})
