// A battle on a page without a socket.
import { battle, type BattleDetail, BattleState } from '@shuyuan/contract/battle/battle.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { sound } from '../../kernel/state/sound.ts'
import { BattleResult, BattleRoom } from './BattleRoom.tsx'
import { useBattle } from './useBattle.ts'

const player = { avatar: '', isRobot: false, score: 0, done: true, ratingBefore: 1_000, ratingAfter: null }
const question = {
  quId: '7',
  quType: QuType.single,
  content: '<p>1 + 1</p>',
  answerList: [
    { tag: 'A', content: '2' },
    { tag: 'B', content: '3' },
  ],
}
const tags = ['A']
const answered = {
  id: '5',
  repoId: '1',
  repoId_dictText: '',
  mode: 'match',
  state: BattleState.open,
  phase: 'question',
  code: '',
  side: 1,
  no: 1,
  total: 10,
  leftMs: 12_000,
  sides: [
    { ...player, side: 1, userId: '1', realName: '王秀兰' },
    { ...player, side: 2, userId: '2', realName: '李建国' },
  ],
  question,
  answer: { tags },
  closed: [],
  winner: null,
  ending: null,
  rated: true,
} as unknown as BattleDetail
const given = { answer: { tags }, isRight: true, ms: 900, score: 147 }
const revealed = {
  ...answered,
  phase: 'count',
  leftMs: 3_000,
  question: null,
  closed: [{ no: 1, question, key: { right: tags }, answers: [1, 2].map((side) => ({ ...given, side })) }],
} as unknown as BattleDetail

function Room() {
  const { data, endsAt, set, refetch } = useBattle('5')
  return data ? <BattleRoom data={data} endsAt={endsAt} onChange={set} onAsk={() => void refetch()} /> : null
}

test('shows what was right in time although no socket tells that the question is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await signInWith([])
  let now = answered
  fakeServer({ [battle.detail.path]: () => ({ data: now }), [socket.ticket.path]: new Error('no line') })
  show(<Room />)
  await screen.findByText('等待对手作答')
  now = revealed
  // the pause lasts for three seconds
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText('答对了 +147')).toBeDefined()
})

test('opens the audio before the first tap, unless sound is off or nobody has touched the page', async () => {
  await signInWith([])
  const opened = vi.fn<() => void>(function AudioContext() {})
  vi.stubGlobal('AudioContext', opened)
  const touched = { hasBeenActive: false }
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, userActivation: touched })
  onTestFinished(() => void vi.unstubAllGlobals())
  fakeServer({ [battle.detail.path]: { data: { ...answered, answer: null } }, [socket.ticket.path]: new Error('no line') })
  const open = async () => {
    show(<Room />)
    await screen.findByRole('button', { name: /A/ })
    // what is done in a quiet moment is done after this
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    cleanup()
  }
  await open()
  touched.hasBeenActive = true
  sound.set(false)
  await open()
  expect(opened).not.toHaveBeenCalled()
  sound.set(true)
  await open()
  expect(opened).toHaveBeenCalledOnce()
})

test('the result names whose points they are, question by question', async () => {
  const answers = [
    { ...given, side: 1 },
    { ...given, side: 2, isRight: false, score: 0 },
  ]
  const closed = [{ no: 1, question, key: { right: tags }, answers }]
  const over = { ...answered, side: 0, phase: 'over', state: BattleState.ended, winner: 1, ending: 'finished', closed }
  show(<BattleResult data={over as unknown as BattleDetail} />)
  expect(document.querySelector('[data-outcome]')!.getAttribute('data-outcome')).toBe('none')
  expect(screen.getByText('第 1 题').closest('summary')!.textContent).toBe('第 1 题王秀兰 +147李建国 0')
})
