import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errors } from './kernel/error.ts'
import { sayKernel } from './kernel/kernel.texts.ts'
import { foreign } from './kernel/message.ts'
import { restate, translate } from './kernel/translate.ts'
import { english } from './texts.en.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Every text of every domain, as [key, Chinese]. */
async function everyText(): Promise<[string, string][]> {
  const found: [string, string][] = Object.entries(errors).map(([name, [, text]]) => [name, text])
  for (const file of globSync('*/*.texts.ts', { cwd: root })) {
    const texts = (await import(`./${file}`)) as Record<string, unknown>
    for (const value of Object.values(texts)) if (typeof value === 'object') found.push(...Object.entries(value as Record<string, string>))
  }
  return found
}

test('a key has the same text in all modules', async () => {
  const meanings = Map.groupBy(await everyText(), ([key]) => key)
  const torn = [...meanings].filter(([, list]) => new Set(list.map(([, text]) => text)).size > 1).map(([key]) => key)
  expect(meanings.size).toBeGreaterThan(400)
  expect(torn).toEqual([])
})

test('a label has its English once', async () => {
  const found: { label: string; file: string }[] = []
  for (const file of globSync('**/*.labels.en.ts', { cwd: root })) {
    const labels = (await import(/* @vite-ignore */ `${root}${file}`)) as Record<string, object>
    for (const value of Object.values(labels)) found.push(...Object.keys(value).map((label) => ({ label, file })))
  }
  expect(found.length).toBeGreaterThan(400)
  const twice = [...Map.groupBy(found, ({ label }) => label)].filter(([, all]) => all.length > 1)
  expect(
    twice.map(([label, all]) => `${label}: ${all.map(({ file }) => file).join(', ')}`),
    'labels in two catalogues: remove the new one, every contract may use the other',
  ).toEqual([])
})

test('every text has English, with no gap that the Chinese text lacks', async () => {
  const gaps = (text: string) => [...new Set(text.replaceAll(', lower', '').match(/\{\{\w+\}\}/g))].toSorted()
  for (const [key, text] of await everyText()) {
    const found = english.texts[key]
    for (const one of typeof found === 'object' ? [found.other] : [found ?? ''])
      expect([key, one !== '', gaps(one).filter((gap) => !text.includes(gap))]).toEqual([key, true, []])
  }
})

test('labels in a message are translated, other values stay', () => {
  expect(translate(sayKernel('tooLong', { label: '考试名称', max: 50 }), english)).toBe('Exam name may have at most 50 characters')
  expect(translate(foreign('自有文字'), english)).toBe('自有文字')
  expect(restate({ row: 3, key: 'empty', params: { label: '姓名' }, msg: '请填写姓名' }, english)).toEqual({
    row: 3,
    key: 'empty',
    params: { label: '姓名' },
    msg: 'Please enter name',
  })
})

test('a nested message is translated, and English distinguishes one and other', () => {
  const catalogue = { texts: { outer: 'Refused: {{why}}', inner: 'locked', many: { one: '{{n}} row', other: '{{n}} rows' } }, labels: {} }
  const inner = { key: 'inner', params: {}, zh: '已锁定' }
  expect(translate({ key: 'outer', params: { why: inner }, zh: '拒绝：已锁定' }, catalogue)).toBe('Refused: locked')
  expect([1, 2].map((n) => translate({ key: 'many', params: { n }, zh: '' }, catalogue))).toEqual(['1 row', '2 rows'])
})
