import { expect, test } from 'vitest'
import { draftOf, promptOf, type Wish } from './notice.rules.ts'

const wish: Wish = {
  about: '下周消防演练，全员参加，演练 30 分钟',
  facts: [
    { name: '时间', value: '2026-12-01 14:00' },
    { name: '地点', value: '大堂 <东门>' },
  ],
  tone: 'formal',
  length: 'short',
}

test('the names of facts are sent, their contents are not', () => {
  const { system, user } = promptOf(wish, '=====fence=====')
  expect(user).toContain('{{1}} 时间；{{2}} 地点')
  expect(user).toContain(wish.about)
  for (const { value } of wish.facts) expect(system + user).not.toContain(value)
})

test('contents are put into their marks, as text', () => {
  const draft = draftOf({ title: '{{1}}消防演练', paragraphs: ['请于{{ 1 }}在{{2}}集合。', ' '] }, wish)
  expect(draft).toEqual({
    title: '2026-12-01 14:00消防演练',
    content: '<p>请于2026-12-01 14:00在大堂 &lt;东门&gt;集合。</p>',
    doubtful: [],
  })
})

test('a fact without a place follows as a line of its own', () => {
  expect(draftOf({ title: '消防演练', paragraphs: ['请于{{1}}集合。'] }, wish)!.content).toMatch(/<p>地点：大堂 &lt;东门&gt;<\/p>$/)
})

test('a mark that names no fact, and an empty answer, give no draft', () => {
  for (const paragraphs of [['在{{3}}集合。'], ['在{{0}}集合。'], ['', ' ']])
    expect(draftOf({ title: '演练', paragraphs }, wish)).toBeUndefined()
  expect(draftOf({ title: ' ', paragraphs: ['演练'] }, wish)).toBeUndefined()
})

test('numbers that were not given are named, once', () => {
  const draft = draftOf({ title: '演练', paragraphs: ['{{1}}开始，{{2}}集合，用时 30 分钟。', '请 13:50 到场，13:50 点名。'] }, wish)
  expect(draft!.doubtful).toEqual(['13:50'])
})
