import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { pairsOf } from '../answer.ts'
import { AnswerInput } from './AnswerInput.tsx'

const item = (tag: string, content: string) => ({ tag, content: `<p>${content}</p>` })
const question = {
  quId: '1',
  quType: QuType.matching,
  content: '<p>请将标志与含义配对。</p>',
  score: 2,
  answerList: [],
  blankCount: 0,
  left: [item('A', '红色'), item('B', '绿色')],
  right: [item('a', '禁止'), item('b', '安全'), item('c', '提示')],
  answer: null,
}

function shown() {
  const answers: (Answer | null)[] = []
  function Held() {
    const [answer, setAnswer] = useState<Answer | null>(null)
    const onChange = (next: Answer | null) => {
      answers.push(next)
      setAnswer(next)
    }
    return <AnswerInput question={question} answer={answer} onChange={onChange} disabled={false} />
  }
  const { mouse } = show(<Held />)
  const side = (name: string) => within(screen.getByRole('list', { name }))
  return {
    mouse,
    pairs: () => pairsOf(answers.at(-1) ?? null).map(([left, right]) => left + right),
    left: (text: RegExp) => side('左项').getByRole('button', { name: text }),
    right: (text: RegExp) => side('右项').getByRole('button', { name: text }),
    said: () => screen.getByRole('status').textContent,
  }
}

it('pairs by clicks and taps, says each pair and what comes next, and takes a pair back', async () => {
  const { mouse, pairs, left, right, said } = shown()
  await mouse.click(right(/禁止/))
  expect(pairs()).toEqual(['Aa'])
  expect(said()).toBe('A 对应 a、请为 B 选择对应的右项')
  await mouse.click(right(/安全/))
  expect(pairs()).toEqual(['Aa', 'Bb'])
  expect(said()).toBe('B 对应 b')
  // an item on the right goes from one left item to another
  await mouse.click(left(/绿色/))
  await mouse.click(right(/禁止/))
  expect(pairs()).toEqual(['Ba'])
  await mouse.click(left(/绿色/))
  await mouse.click(right(/禁止/))
  expect(pairs()).toEqual([])
  expect(said()).toBe('B 未配对、请为 A 选择对应的右项')
})

it('pairs from the keyboard with the same buttons, and by the letter of the right item', async () => {
  const { mouse, pairs, left, right } = shown()
  await mouse.tab()
  expect(document.activeElement).toBe(left(/红色/))
  await mouse.keyboard('c')
  expect(pairs()).toEqual(['Ac'])
  await mouse.tab()
  await mouse.keyboard('{Enter}')
  await mouse.tab()
  await mouse.tab()
  expect(document.activeElement).toBe(right(/安全/))
  await mouse.keyboard(' ')
  expect(pairs()).toEqual(['Ac', 'Bb'])
})

it('names the group by the stem, and each left item with its partner', async () => {
  const { mouse, right } = shown()
  expect(screen.getByRole('group', { name: '请将标志与含义配对。' })).toBeTruthy()
  await mouse.click(right(/禁止/))
  expect(screen.getByRole('button', { name: /红色\s*A 对应 a/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /绿色\s*未答/ })).toBeTruthy()
})
