// Difficulty, discrimination and differences between departments in words.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Fairness } from './fair-labels.tsx'
import { FairTab } from './FairTab.tsx'

type Questions = Parameters<typeof FairTab>[0]['questions']
const sub = (subId: string, title: string) => ({ quId: '3', subId, title }) as unknown as Questions[number]['subs'][number]
const question = (quId: string, title: string, subs: Questions[number]['subs'] = []) =>
  ({ quId, title, subs }) as unknown as Questions[number]
const questions = [
  question('1', '报警电话'),
  question('2', '灭火器'),
  question('3', '夜间起火', [sub('a', '先做什么'), sub('b', '指示灯')]),
]
const found = (quId: string, subId: string, b: number, a: number) => ({
  quId,
  subId,
  answers: 300,
  irt: { a, b, seA: 0.19, seB: 0.1 },
  dif: { delta: -0.2, level: 'A' as const },
})
const fairness: Fairness = {
  computed: '2026-11-26 10:00:00',
  stale: true,
  scoreError: { points: 3.14, near: 12 },
  departs: ['北店', '南店'],
  questions: [
    found('1', '', -2.4, 0.2),
    { ...found('2', '', 0.1, 1.4), dif: { delta: -1.93, level: 'C' } },
    { ...found('3', 'a', 0.9, 0.7), dif: { delta: 1.2, level: 'B' } },
    { ...found('3', 'b', 0, 1), answers: 120, irt: null, dif: null },
  ],
}

test('each question and each part has its words, and the department for which it is harder', () => {
  show(<FairTab questions={questions} fairness={fairness} narrow={false} />)
  const row = (title: string) => within(screen.getByRole('row', { name: new RegExp(title) }))
  expect(row('报警电话').getByText('很容易')).toBeTruthy()
  expect(row('报警电话').getByText('几乎不区分')).toBeTruthy()
  expect(row('报警电话').getByText('A 差异可忽略')).toBeTruthy()
  expect(row('灭火器').getByText('适中')).toBeTruthy()
  expect(row('灭火器').getByText('区分强')).toBeTruthy()
  expect(row('灭火器').getByText('C 很可能不同')).toBeTruthy()
  expect(row('灭火器').getByText('对南店较难')).toBeTruthy()
  expect(row('先做什么').getByText('对北店较难')).toBeTruthy()
  expect(row('指示灯').getAllByText('不足 200 人')).toHaveLength(2)
  expect(screen.getByText('答卷已变化，请重新计算')).toBeTruthy()
})

test('on a phone each question is a card, and without a comparison the tab says where it is made', () => {
  show(<FairTab questions={questions} fairness={fairness} narrow />)
  expect(screen.getAllByRole('listitem').filter((one) => one.querySelector('dl'))).toHaveLength(4)
  show(<FairTab questions={questions} fairness={{ ...fairness, computed: null, questions: [] }} narrow />)
  expect(screen.getByText(/在“相似作答”中计算一次后显示/)).toBeTruthy()
})
