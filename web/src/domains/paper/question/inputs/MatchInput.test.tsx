import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { pairsOf } from '../answer.ts'
import { MatchInput } from './MatchInput.tsx'

const item = (tag: string) => ({ tag, content: `<p>${tag}</p>` })
const question = {
  quId: '1',
  quType: QuType.matching,
  content: '请配对',
  score: 2,
  answerList: [],
  blankCount: 0,
  left: [item('A'), item('B')],
  right: [item('a'), item('b'), item('c')],
  answer: null,
}

/** Shows the selects of a wide screen. @returns the pairs at this moment */
function shown() {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const answers: (Answer | null)[] = []
  function Held() {
    const [answer, setAnswer] = useState<Answer | null>(null)
    const onChange = (next: Answer | null) => {
      answers.push(next)
      setAnswer(next)
    }
    return <MatchInput question={question} answer={answer} onChange={onChange} disabled={false} />
  }
  show(<Held />)
  return () => pairsOf(answers.at(-1) ?? null).map(([left, right]) => left + right)
}
const choose = (tag: string, value: string) => fireEvent.change(screen.getByLabelText(`${tag} 对应`), { target: { value } })
const focus = (tag: string) => fireEvent.focus(screen.getByLabelText(`${tag} 对应`))

it('keeps the earlier pairs when a choice comes without the focus, as from the picker of a tablet', () => {
  const pairs = shown()
  choose('A', 'a')
  choose('B', 'b')
  expect(pairs()).toEqual(['Aa', 'Bb'])
  choose('A', 'c')
  expect(pairs()).toEqual(['Ac', 'Bb'])
})

it('gives back a pair that the arrow keys passed over, and none once the focus has moved', () => {
  const pairs = shown()
  focus('A')
  choose('A', 'a')
  focus('B')
  choose('B', 'a')
  expect(pairs()).toEqual(['Ba'])
  choose('B', 'b')
  expect(pairs()).toEqual(['Aa', 'Bb'])
  choose('B', 'a')
  focus('B')
  choose('B', 'c')
  expect(pairs()).toEqual(['Bc'])
})
