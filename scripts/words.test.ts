// English covers every text of the product, and nothing else.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogueFile, compare, keyOf, literalsOf, textsOfSources } from './words.ts'

const catalogue = JSON.parse(readFileSync(catalogueFile, 'utf8')) as Record<string, string>

describe('the reader of texts', () => {
  it('finds literals of every kind, also inside of templates, and no comments', () => {
    const source = [
      "// 'in a comment'",
      "const a = [t('题干'), \"说“好”\", `请填写${label}`] /* '也不' */",
      "const b = `${t('{{n}} 小时', { n: hours })} ${rest}` + 'plain'",
      String.raw`const c = '写作 \\|'`,
      "const d = '<p>内容</p>'",
    ]
    expect(literalsOf(source.join('\n'))).toEqual(['题干', '说“好”', '请填写{{1}}', '{{n}} 小时', '写作 \\|'])
  })

  it('wants an English text for each, in one form or in both', () => {
    const texts = new Set(['甲', '{{n}} 乙', '{{n}} 丙'])
    const found = compare(texts, { 甲: 'A', '{{n}} 乙_one': 'one', '{{n}} 乙_other': 'many', '{{n}} 丙_other': 'many', 丁: 'D' })
    expect(found).toEqual({ missing: ['{{n}} 丙'], unused: ['丁'] })
  })
})

describe('the English catalogue', () => {
  it('has every text of the sources and no other', () => {
    const texts = textsOfSources()
    expect(texts.size).toBeGreaterThan(500)
    expect(compare(texts, catalogue)).toEqual({ missing: [], unused: [] })
  })

  it('fills the gaps that its key has', () => {
    const gaps = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)(?:, lower)?\}\}/g)].map(([, name = '']) => name))].toSorted()
    const wrong = Object.entries(catalogue).filter(([entry, text]) => gaps(keyOf(entry)).join(' ') !== gaps(text).join(' '))
    expect(wrong).toEqual([])
  })

  it('tells one from many only by {{n}}', () => {
    expect(Object.keys(catalogue).filter((entry) => keyOf(entry) !== entry && !entry.includes('{{n}}'))).toEqual([])
  })

  it('is English', () => {
    // what a sheet must hold stays as the sheet wants it, and the way back to Chinese speaks Chinese
    const quoted = /“[^”]*”/g
    const wrong = Object.entries(catalogue).filter(
      ([entry, text]) => text !== entry && /\p{Script=Han}|[，。！？；：]/u.test(text.replaceAll(quoted, '')),
    )
    expect(wrong).toEqual([])
    expect(Object.values(catalogue).filter((text) => text.trim() === '')).toEqual([])
  })
})
