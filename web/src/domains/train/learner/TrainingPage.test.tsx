// The training page: restart, unconfirmed answers, failed requests, and answers given on another device.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { quMark } from '@shuyuan/contract/qu/bank/mark.ts'
import { train, TrainState, TrainMode } from '@shuyuan/contract/train/train.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import TrainingPage from './TrainingPage.tsx'

const [SINGLE, SHORT] = [1, 4]
const key = { right: ['A'], blanks: [], pairs: [], modelAnswer: '', analysis: '' }
const question = (quId: string, quType: number) => ({
  quId,
  quType,
  content: `<p>题 ${quId}</p>`,
  score: 100,
  answerList: quType === SINGLE ? ['A', 'B'].map((tag) => ({ tag, content: `选项${tag}` })) : [],
  blankCount: 0,
  left: [],
  right: [],
  subList: [],
  favourite: false,
  note: '',
  answer: null,
  judged: null,
})
const types: Record<string, number> = { 11: SINGLE, 12: SHORT }
type Fill = { trainId: string; quId: string; answer: Answer }
type Reply = { code?: number; msg?: string; data?: unknown }
type Server = { mode?: number; onFill?: (body: Fill) => Reply | Promise<Reply>; onNote?: () => Promise<Reply> }

/** A server that starts training 1, and a new one for each restart. */
function trainServer({ mode = TrainMode.inOrder, onFill = () => ({ data: null }), onNote = async () => ({ data: true }) }: Server = {}) {
  let last = 0
  const training = () => ({
    id: String(last),
    repoId: '1',
    repoId_dictText: '题库',
    mode,
    scope: '',
    scope_dictText: '',
    state: TrainState.open,
    position: 0,
  })
  return fakeServer({
    [train.start.path]: ({ body }) => {
      if (last === 0 || (body as { clear: boolean }).clear) last++
      return { data: { id: String(last) } }
    },
    [train.detail.path]: () => ({ data: training() }),
    [train.card.path]: () => ({ data: Object.keys(types).map((quId) => ({ quId, quType: types[quId], result: null, favourite: false })) }),
    [train['qu-detail'].path]: ({ body }) => {
      const { quId } = body as Fill
      return { data: question(quId, types[quId] ?? SINGLE) }
    },
    [train.fill.path]: ({ body }) => onFill(body as Fill),
    [train.position.path]: { data: true },
    [train.finish.path]: { data: {} },
    [quMark.note.path]: onNote,
  })
}
const open = (mode: TrainMode = TrainMode.inOrder) =>
  show(
    <Routes>
      <Route path="/web/repo/training/:repoId/:mode" element={<TrainingPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: `/web/repo/training/1/${mode}` },
  )
const judged = (given: Answer, isRight: boolean) => ({
  data: { result: isRight ? 'right' : 'wrong', isRight, percent: isRight ? 100 : 0, key, subs: [], everybody: null, given },
})
const go = async (mouse: ReturnType<typeof open>['mouse'], name: string) => mouse.click(await screen.findByRole('button', { name }))

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await signInWith([])
})

test('重新开始 asks for confirmation and starts a new training', async () => {
  const sent = trainServer({ onFill: ({ answer }) => judged(answer, false) })
  const { mouse } = open()
  await mouse.click((await screen.findAllByRole('radio'))[1]!)
  await screen.findByText('回答错误')
  await go(mouse, '重新开始')
  await mouse.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))
  await screen.findByText('已答 0 / 2')
  expect(bodies(sent, train.start).map((body) => (body as { clear: boolean }).clear)).toEqual([false, true])
  expect(bodies(sent, train['qu-detail']).at(-1)).toMatchObject({ trainId: '2' })
  expect(await screen.findAllByRole('radio')).toHaveLength(2)
})

test('unconfirmed answers and notes are preserved while another question is shown', async () => {
  trainServer()
  const { mouse } = open()
  await go(mouse, '下一题')
  await mouse.type(await screen.findByRole('textbox', { name: /作答$/ }), '半句话')
  await go(mouse, '✎ 写笔记')
  await mouse.type(screen.getByRole('textbox', { name: '我的笔记' }), '要点')
  await go(mouse, '上一题')
  await screen.findAllByRole('radio')
  await go(mouse, '下一题')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /作答$/ })).value).toBe('半句话')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '我的笔记' }).value).toBe('要点')
})

test('an unconfirmed answer survives a reload of the page', async () => {
  trainServer()
  const { mouse } = open()
  await go(mouse, '下一题')
  await mouse.type(await screen.findByRole('textbox', { name: /作答$/ }), '半句话')
  cleanup()
  trainServer()
  const again = open()
  await go(again.mouse, '下一题')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /作答$/ })).value).toBe('半句话')
})

test('in a mock paper unconfirmed answers are sent on leaving the question and before the end', async () => {
  const sent = trainServer({ mode: TrainMode.mock })
  const { mouse } = open(TrainMode.mock)
  await go(mouse, '下一题')
  await mouse.type(await screen.findByRole('textbox', { name: /作答$/ }), '一')
  await go(mouse, '上一题')
  await screen.findAllByRole('radio')
  expect(bodies(sent, train.fill)).toMatchObject([{ quId: '12', answer: { text: expect.stringContaining('一') as string } }])
  await go(mouse, '下一题')
  await mouse.type(await screen.findByRole('textbox', { name: /作答$/ }), '二')
  await mouse.click(screen.getAllByRole('button', { name: '交卷' })[0]!)
  await screen.findByText('还有 1 题没有作答，确定结束训练吗？')
  expect(bodies(sent, train.fill)).toHaveLength(2)
  expect(bodies(sent, train.finish)).toHaveLength(0)
})

test('in a mock paper the last choice is the last to arrive, also after leaving and reopening the page', async () => {
  const waiting: (() => void)[] = []
  const sent = trainServer({ mode: TrainMode.mock, onFill: () => new Promise((done) => waiting.push(() => done({ data: null }))) })
  const { mouse } = open(TrainMode.mock)
  await mouse.click((await screen.findAllByRole('radio'))[0]!)
  await go(mouse, '下一题')
  await screen.findByRole('textbox', { name: /作答$/ })
  await go(mouse, '上一题')
  await mouse.click((await screen.findAllByRole('radio'))[1]!)
  const tags = () => bodies(sent, train.fill).map((body) => (body as { answer: { tags: string[] } }).answer.tags[0])
  expect(tags()).toEqual(['A'])
  for (let at = 0; tags().at(-1) !== 'B'; at++) {
    waiting[at]!()
    await waitFor(() => expect(waiting).toHaveLength(at + 2))
  }
  waiting.at(-1)!()
  await screen.findByText('已保存，交卷前可以修改')
  expect(tags().at(-1)).toBe('B')
})

test('a refused choice can be sent again', async () => {
  let isBusy = true
  const shownNotices = notices()
  trainServer({ onFill: ({ answer }) => (isBusy ? refused('badInput', { msg: '请稍后再试' }) : judged(answer, true)) })
  const { mouse } = open()
  await mouse.click((await screen.findAllByRole('radio'))[0]!)
  const again = await screen.findByRole('button', { name: '确认答案' })
  expect(shownNotices).toContain('请稍后再试')
  isBusy = false
  await mouse.click(again)
  expect(await screen.findByText('回答正确')).toBeTruthy()
})

test('if another device answered first, its answer is shown', async () => {
  trainServer({ onFill: () => judged({ tags: ['B'] }, false) })
  const { mouse } = open()
  await mouse.click((await screen.findAllByRole('radio'))[0]!)
  expect(await screen.findByText('回答错误')).toBeTruthy()
  expect(screen.getByText('B', { selector: 'b' })).toBeTruthy()
})

test('a note changed during its save is saved again afterwards, also after leaving and reopening the question', async () => {
  const waiting: (() => void)[] = []
  const sent = trainServer({ onNote: () => new Promise((done) => waiting.push(() => done({ data: true }))) })
  const { mouse } = open()
  await go(mouse, '✎ 写笔记')
  const save = async (text: string) => {
    await mouse.type(await screen.findByRole('textbox', { name: '我的笔记' }), text)
    await go(mouse, '保存笔记')
  }
  await save('一')
  await go(mouse, '下一题')
  await screen.findByRole('textbox', { name: /作答$/ })
  await go(mouse, '上一题')
  await screen.findAllByRole('radio')
  await save('二')
  expect(bodies(sent, quMark.note)).toEqual([{ quId: '11', content: '一' }])
  waiting[0]!()
  await waitFor(() => expect(bodies(sent, quMark.note).at(-1)).toEqual({ quId: '11', content: '一二' }))
  waiting[1]!()
})
