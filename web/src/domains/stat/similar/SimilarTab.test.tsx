// Similar papers: the comparison and its refusals, the list, and the pair with its notes.
import { examSimilar, PairFamily, PairLevel, PairState, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { SimilarTab } from './SimilarTab.tsx'

const person = (paperId: string, realName: string) => ({ paperId, userName: `u${paperId}`, realName, deptCode_dictText: '客房部' })
const [a, b] = [person('1', '林晓'), person('2', '陈宇')]
const pair = {
  id: '7',
  a,
  b,
  family: PairFamily.near,
  level: PairLevel.first,
  common: 50,
  same: 43,
  sameWrong: 11,
  expected: 24.4,
  together: null,
  textShare: null,
  facts: { sameAddress: true, texts: [] },
  groupNo: 0,
  state: PairState.fresh,
  version: 0,
}
const none = {
  state: null,
  problem: '',
  papers: 0,
  pairs: 0,
  stale: false,
  runTime: null,
  seconds: null,
  shown: 0,
  hidden: 0,
  leftOut: [],
  earlier: [],
}
const done = { ...none, state: SimilarState.done, papers: 64, pairs: 2_016, runTime: '2026-11-26 10:00:00', seconds: 2, shown: 1 }
const lists = {
  [examSimilar.paging.path]: page([pair]),
  [examSimilar.groups.path]: { data: [] },
  [examSimilar.fast.path]: { data: [] },
}
const line = (item: string, relation: string, more: object = {}) => ({
  item,
  title: `第${item}题的题干`,
  answerA: 'B',
  answerB: 'B',
  right: 'C',
  timeA: '2026-11-26 09:00:10',
  timeB: '2026-11-26 09:00:16',
  relation,
  ...more,
})
const detail = {
  pair,
  questions: [
    line('1', 'sameWrong'),
    line('2', 'sameRight', { right: 'B', timeB: '2026-11-26 09:07:00' }),
    line('3', 'different', { answerB: 'D' }),
    line('4', 'different', {
      answerA: '先切断电源，再用干粉灭火器扑救，最后清点人数并报告。',
      answerB: '首先，先切断电源，再用干粉灭火器扑救，等待消防队到来。',
    }),
  ],
  notes: [],
}
const tab = (path = '/') => show(<SimilarTab examId="5" />, { path })

test('a comparison is started by a button, its progress is shown, and its end shows the pairs', async () => {
  await signInWith(['exam:similar', 'exam:similar:run'])
  const states = [none, { ...done, state: SimilarState.running, papers: 0, shown: 0 }, done]
  const sent = fakeServer({
    ...lists,
    [examSimilar.state.path]: () => ({ data: states.length > 1 ? states.shift() : states[0] }),
    [examSimilar.run.path]: { data: { state: SimilarState.queued } },
  })
  const { mouse } = tab()
  await mouse.click(await screen.findByRole('button', { name: '开始计算' }))
  expect(await screen.findByText('正在比较答卷')).toBeTruthy()
  expect(bodies(sent, examSimilar.run)).toEqual([{ examId: '5' }])
  expect(await screen.findByText('需要查看的答卷（1 对）')).toBeTruthy()
  expect(screen.getByText(/不能证明抄袭/)).toBeTruthy()
  expect(await screen.findByText('建议重点查看', { selector: '.ant-tag' })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/作弊|嫌疑|雷同/)
})

test('a refusal stays on the page, and without the right nobody can start', async () => {
  await signInWith(['exam:similar', 'exam:similar:run'])
  fakeServer({ [examSimilar.state.path]: { data: none }, [examSimilar.run.path]: refused('similarOpen') })
  const { mouse } = tab()
  await mouse.click(await screen.findByRole('button', { name: '开始计算' }))
  expect((await screen.findByRole('alert')).textContent).toContain('还有答卷未交卷')
  await signInWith(['exam:similar'])
  tab()
  expect(await screen.findByText('请有“计算相似作答”权限的人员计算。')).toBeTruthy()
})

test.each([
  [{ ...done, problem: 'few', shown: 0 }, '人数或题数过少，无法判断'],
  [{ ...done, problem: 'unfit', shown: 0 }, '本场考试的作答不符合统计方法的前提，因此不显示结果'],
  [{ ...done, state: SimilarState.failed, problem: 'long', shown: 0 }, '计算超出时间或内存限制，未完成'],
  [{ ...done, stale: true }, '答卷已变化，请重新计算'],
  [{ ...done, shown: 0 }, '在 2,016 对答卷中未发现需要查看的相似作答'],
  [{ ...done, hidden: 3 }, '另有 3 对涉及您的数据范围以外的学员，没有列出'],
])('says why there is nothing to see, or what the result is worth', async (state, text) => {
  await signInWith(['exam:similar'])
  fakeServer({ ...lists, [examSimilar.state.path]: { data: state } })
  tab()
  expect(await screen.findByText(text)).toBeTruthy()
})

test('groups narrow the list, quick answers are no probability, and papers that were not compared are named', async () => {
  await signInWith(['exam:similar', 'paper:list'])
  fakeServer({
    ...lists,
    [examSimilar.state.path]: { data: { ...done, leftOut: [{ ...person('3', '周文'), reason: 'pattern' }] } },
    [examSimilar.groups.path]: { data: [{ groupNo: 2, pairs: 3, people: [a, b, person('4', '吴桐')] }] },
    [examSimilar.fast.path]: { data: [{ ...person('5', '郑一'), share: 0.62, count: 18 }] },
  })
  const { mouse, router } = tab()
  await mouse.click(await screen.findByRole('button', { name: '查看第 2 组' }))
  expect(router.state.location.search).toContain('s.groupNo=2')
  expect(screen.getByText('答对的题中 62% 过快，共 18 题')).toBeTruthy()
  expect(screen.getByText(/不是概率/)).toBeTruthy()
  expect(screen.getByText('选项按规律排列，疑似未认真作答')).toBeTruthy()
  expect(screen.getByRole('link', { name: '打开周文的答卷' }).getAttribute('href')).toBe('/admin/exam/paper/3')
})

test('a pair says in a sentence what was found, and tells equal right, equal wrong and common text apart', async () => {
  await signInWith(['exam:similar'])
  fakeServer({ ...lists, [examSimilar.state.path]: { data: done }, [examSimilar.detail.path]: { data: detail } })
  const { mouse, router } = tab()
  await mouse.click(await screen.findByRole('button', { name: '对照林晓与陈宇的答卷' }))
  expect(
    await screen.findByText('林晓与陈宇共同作答50题，选项相同43题，其中11题为相同的错误选项；按两人水平和各题选择情况，预计相同约24题。'),
  ).toBeTruthy()
  expect(screen.getByText('不适用：只在试题顺序各不相同的考试中比较')).toBeTruthy()
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows).toHaveLength(4)
  expect(within(rows[0]!).getByText('相同的错误')).toBeTruthy()
  expect(within(rows[0]!).getByText('相差 6 秒')).toBeTruthy()
  expect(within(rows[1]!).getByText('相同且正确')).toBeTruthy()
  expect(within(rows[1]!).queryByText(/相差/)).toBeNull()
  expect([...rows[3]!.querySelectorAll('mark')].map((one) => one.textContent)).toEqual([
    '先切断电源，再用干粉灭火器扑救',
    '先切断电源，再用干粉灭火器扑救',
  ])
  await mouse.click(screen.getByRole('radio', { name: '相同的错误 1' }))
  expect(screen.getAllByRole('row')).toHaveLength(2)
  await mouse.click(screen.getByRole('button', { name: '返回列表' }))
  expect(router.state.location.search).toBe('')
  expect(await screen.findByText('需要查看的答卷（1 对）')).toBeTruthy()
})

test('a note needs a state and words, keeps them in a conflict, and is sent again with the newest version', async () => {
  await signInWith(['exam:similar'])
  let version = 0
  const note = { state: PairState.looked, note: '同桌培训', createBy_dictText: '周文', createTime: '2026-11-26 11:00:00' }
  const sent = fakeServer({
    [examSimilar.detail.path]: () => ({ data: version === 0 ? detail : { ...detail, pair: { ...pair, version }, notes: [note] } }),
    [examSimilar.note.path]: ({ body }) => {
      if ((body as { version: number }).version === 1) return { data: { version: ++version } }
      version = 1
      return refused('conflict')
    },
  })
  const { mouse } = tab('/?pair=7')
  await mouse.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('请填写说明')).toBeTruthy()
  expect(bodies(sent, examSimilar.note)).toEqual([])
  await mouse.click(screen.getByRole('radio', { name: '需要复核' }))
  await mouse.type(screen.getByRole('textbox', { name: '说明' }), '监考记录待核对')
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await mouse.click(within(await screen.findByRole('alert')).getByRole('button', { name: '刷新' }))
  expect(await screen.findByText('同桌培训')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '说明' }).value).toBe('监考记录待核对')
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await expect
    .poll(() => bodies(sent, examSimilar.note).at(-1))
    .toEqual({
      pairId: '7',
      version: 1,
      state: PairState.verdict,
      note: '监考记录待核对',
    })
  await expect.poll(() => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '说明' }).value).toBe('')
})
