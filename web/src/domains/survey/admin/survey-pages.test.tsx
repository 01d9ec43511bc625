// The pages of surveys in the back office: publishing after the save, results with their comparison, few answers.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { survey, type SurveyResult, SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import SurveyEditPage from './SurveyEditPage.tsx'
import SurveyListPage from './SurveyListPage.tsx'
import SurveyResultPage from './SurveyResultPage.tsx'

const question = SurveyQuestion.parse({
  id: 'q1',
  type: 'single',
  title: '满意吗',
  options: [
    { id: 'a', text: '满意' },
    { id: 'b', text: '不满意' },
  ],
})
const row = {
  id: '7',
  title: '培训满意度',
  anonymous: true,
  open: false,
  state: SurveyState.draft,
  phase: 'waiting',
  startTime: null,
  endTime: null,
  answers: 0,
  createBy_dictText: '方静之',
  createTime: '2026-12-24 10:00:00',
}
const detail = {
  ...row,
  content: '',
  thanks: '',
  openType: OpenType.all,
  captcha: true,
  refType: '',
  refId: '',
  refTitle: '',
  version: 1,
  questions: [question],
  audience: { deptCodes: [], groups: [], users: [] },
  link: '',
  locked: false,
}
const reach = { people: 30, names: [], told: 28, notice: { title: '问卷通知：{{surveyTitle}}', content: '' }, noticeState: 'open' }
const result: SurveyResult = {
  id: '7',
  title: '培训满意度',
  anonymous: true,
  state: SurveyState.open,
  phase: 'open',
  answers: 6,
  people: 30,
  few: false,
  departs: [],
  questions: [
    {
      ...question,
      answered: 6,
      counts: [
        { key: 'a', n: 4 },
        { key: 'b', n: 2 },
      ],
      rowCounts: [],
      mean: null,
      nps: null,
      texts: [],
    },
    {
      ...question,
      id: 'q2',
      type: 'nps',
      title: '推荐吗',
      answered: 6,
      counts: [{ key: '9', n: 6 }],
      rowCounts: [],
      mean: 9,
      nps: 100,
      texts: [],
    },
    { ...question, id: 'q3', type: 'text', title: '建议', answered: 1, counts: [], rowCounts: [], mean: null, nps: null, texts: ['太吵'] },
  ],
}

beforeEach(() => signInWith(['survey:list', 'survey:add', 'survey:update', 'survey:result', 'survey:delete']))

test('a new survey is saved, and published with its notice', async () => {
  const said = notices()
  const sent = fakeServer({
    [survey.save.path]: { data: { id: '7' } },
    [survey.detail.path]: { data: detail },
    [survey.reach.path]: { data: reach },
    [survey.publish.path]: { data: { sent: 28 } },
  })
  const { mouse } = show(<SurveyEditPage />)
  await mouse.type(await screen.findByRole('textbox', { name: '问卷名称' }), '培训满意度')
  await mouse.type(screen.getByRole('textbox', { name: '第 1 题的题目' }), '满意吗')
  await mouse.type(screen.getByRole('textbox', { name: '选项 1' }), '满意')
  await mouse.type(screen.getByRole('textbox', { name: '选项 2' }), '不满意')
  await mouse.click(screen.getByRole('button', { name: '保存并发布' }))
  const dialog = await screen.findByRole('dialog', { name: '发布问卷“培训满意度”' })
  await mouse.click(await within(dialog).findByRole('checkbox', { name: '通知 28 人' }))
  await mouse.click(within(dialog).getByRole('button', { name: /发\s?布/ }))
  await waitFor(() => expect(bodies(sent, survey.publish)).toEqual([{ id: '7', notify: true }]))
  await waitFor(() => expect(said).toEqual(['问卷已发布，已通知 28 人']))
  expect(bodies(sent, survey.save)).toMatchObject([{ title: '培训满意度', anonymous: true, questions: [{ title: '满意吗' }] }])
})

test('the preview shows the questions as they are written', async () => {
  fakeServer({})
  const { mouse } = show(<SurveyEditPage />)
  await mouse.type(await screen.findByRole('textbox', { name: '第 1 题的题目' }), '您适应了吗')
  await mouse.type(screen.getByRole('textbox', { name: '选项 1' }), '适应了')
  await mouse.type(screen.getByRole('textbox', { name: '选项 2' }), '还没有')
  await mouse.click(screen.getByRole('button', { name: '预览' }))
  const preview = within(await screen.findByRole('dialog', { name: '预览' }))
  expect(preview.getByRole('radio', { name: '还没有' })).toBeTruthy()
  await mouse.click(preview.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a draft in the list is published, others show their results', async () => {
  fakeServer({ [survey.paging.path]: page([row, { ...row, id: '8', title: '食堂', state: SurveyState.open, phase: 'open', answers: 3 }]) })
  show(<SurveyListPage />)
  expect(await screen.findByRole('button', { name: '发布' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '结果' }).getAttribute('href')).toBe('/admin/operate/survey/result/8')
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([to('培训满意度'), to('食堂')]).toEqual(['/admin/operate/survey/update/7', '/admin/operate/survey/result/8'])
})

const showResult = (data: SurveyResult) => {
  const sheet = new Response('PK', { headers: { 'content-disposition': `attachment; filename*=UTF-8''answers.xlsx` } })
  const sent = fakeServer({
    [survey.result.path]: { data },
    [survey.detail.path]: { data: detail },
    [survey.paging.path]: page([row]),
    [survey.export.path]: sheet,
  })
  const shown = show(
    <Routes>
      <Route path="/result/:id" element={<SurveyResultPage />} />
    </Routes>,
    { path: '/result/7' },
  )
  return { sent, ...shown }
}

test('results have bars, means and words', async () => {
  showResult(result)
  expect(await screen.findByText('4 人，67%')).toBeTruthy()
  expect(screen.getByText(/净推荐值 100/)).toBeTruthy()
  expect(screen.getByText('太吵')).toBeTruthy()
})

test('the answers are downloaded as a sheet', async () => {
  const said = notices()
  URL.createObjectURL = () => 'blob:sheet'
  URL.revokeObjectURL = () => undefined
  const { sent, mouse } = showResult(result)
  await mouse.click(await screen.findByRole('button', { name: /导出答案/ }))
  await waitFor(() => expect(said).toEqual(['下载成功！']))
  expect(bodies(sent, survey.export)).toEqual([{ id: '7' }])
})

test('few answers of an anonymous survey are not shown', async () => {
  showResult({ ...result, answers: 2, few: true, questions: [] })
  expect(await screen.findByText(/匿名问卷满 5 份答案后显示结果/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /导出答案/ }).disabled).toBe(true)
})
