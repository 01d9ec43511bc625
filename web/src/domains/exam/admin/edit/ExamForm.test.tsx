// The form of an exam: whom it is for, its password, and what stays as it is once somebody has begun.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { departTree, noCategories, page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import ExamEditPage from '../ExamEditPage.tsx'

const template = { id: '4', title: '消防卷', state: TmplState.published, quCount: 2, totalScore: 10 }
const learner = { id: '3', userName: 'learner03', realName: '王秀兰', deptCode: 'A01', mobile: '' }
const stored = {
  ...examDefaults,
  id: '7',
  version: 1,
  title: '点名考试',
  remark: '',
  tmplId: '4',
  tmplId_dictText: template.title,
  openType: ExamOpenType.persons,
  users: [learner],
  groups: [],
  deptCodes: [],
  invigilators: [],
  startTime: null,
  endTime: null,
  passScore: 6,
  price: '0.00',
  markTolerance: 1,
  hasPassword: false,
  started: false,
}
const watchers = { people: 1, names: ['方静之'], onlyMaker: true }
const reach = { people: 1, names: [], told: 1, notice: { title: '考试通知', content: '' }, noticeState: 'open', watchers }

function open(path: string, row: object = stored) {
  const sent = fakeServer({
    ...departTree,
    ...noCategories,
    [exam.detail.path]: { data: row },
    [exam.save.path]: { data: { id: '7', version: 2 } },
    [exam.reach.path]: { data: reach },
    [tmpl.paging.path]: page([template]),
    [tmpl.detail.path]: { data: { ...template, groups: [] } },
    [user.paging.path]: page([learner]),
  })
  const pages = (
    <Routes>
      <Route path="/add/:tmplId" element={<ExamEditPage />} />
      <Route path="/update/:id" element={<ExamEditPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  )
  return { sent, ...show(pages, { path }) }
}
const save = () => screen.getByRole('button', { name: '保存' })

beforeEach(() => signInWith(['exam:add', 'exam:update', 'tmpl:list', 'sys:user:list']))

it('names what is missing, takes template and people, and asks before it is open to them', async () => {
  const { sent, mouse } = open('/add/0')
  await screen.findByRole('textbox', { name: '考试名称' })
  await mouse.click(save())
  for (const text of ['请填写考试名称', '请选择试卷模板']) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  await mouse.type(screen.getByRole('textbox', { name: '考试名称' }), '点名考试')
  await mouse.click(screen.getByRole('combobox', { name: '试卷模板' }))
  await mouse.click(await screen.findByTitle('消防卷'))
  expect(await screen.findByText('共2题，总分10分')).toBeTruthy()
  expect(screen.getByText('总分10分，及格线60%')).toBeTruthy()
  await mouse.click(screen.getByText('指定部门'))
  await mouse.click(save())
  expect((await screen.findAllByText('请选择部门')).length).toBeGreaterThan(0)
  await mouse.click(screen.getByText('指定人员'))
  await mouse.click(save())
  expect((await screen.findAllByText('请选择人员')).length).toBeGreaterThan(0)
  await mouse.click(screen.getByRole('button', { name: '选择人员' }))
  const picker = within(await screen.findByRole('dialog'))
  await mouse.click(within(await picker.findByRole('row', { name: /learner03/ })).getByRole('checkbox'))
  await mouse.click(picker.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('已选1人')).toBeTruthy()
  expect(bodies(sent, exam.reach)).toEqual([])
  await mouse.click(save())
  await mouse.click(await screen.findByRole('button', { name: '发布' }))
  await waitFor(() =>
    expect(bodies(sent, exam.save)).toMatchObject([{ title: '点名考试', tmplId: '4', openType: ExamOpenType.persons, userIds: ['3'], passScore: 6 }]),
  )
  expect(bodies(sent, exam.reach)).toMatchObject([{ userIds: ['3'] }])
})

it('a password is required once, and never shown', async () => {
  const { sent, mouse } = open('/update/7')
  expect(await screen.findByText('已选1人')).toBeTruthy()
  await mouse.click(screen.getByText('需要密码'))
  await mouse.click(save())
  expect((await screen.findAllByText('请填写考试密码')).length).toBeGreaterThan(0)
  await mouse.type(screen.getByLabelText('考试密码'), 'Exam-2026')
  await mouse.click(save())
  await waitFor(() => expect(bodies(sent, exam.save)).toMatchObject([{ openType: ExamOpenType.password, password: 'Exam-2026' }]))
})

it('a stored password stays where the field is left empty', async () => {
  const { sent, mouse } = open('/update/7', { ...stored, openType: ExamOpenType.password, users: [], hasPassword: true })
  expect(await screen.findByText('已设置密码，留空则保留原密码')).toBeTruthy()
  expect(screen.getByLabelText('考试密码')).toHaveProperty('value', '')
  await mouse.type(screen.getByRole('textbox', { name: '考试名称' }), '改')
  await mouse.click(save())
  await waitFor(() => expect(bodies(sent, exam.save)).toMatchObject([{ title: '点名考试改', password: '' }]))
})

it('once an exam has begun, template, minutes and pass score are locked with the reason', async () => {
  const { sent, mouse } = open('/update/7', { ...stored, started: true })
  expect((await screen.findAllByText(errors.examStarted[1])).length).toBeGreaterThan(0)
  for (const name of ['试卷模板', '考试时长', '及格分']) expect(screen.getByLabelText(name)).toHaveProperty('disabled', true)
  await mouse.type(screen.getByRole('textbox', { name: '考试名称' }), '改')
  await mouse.click(save())
  await waitFor(() => expect(bodies(sent, exam.save)).toMatchObject([{ id: '7', title: '点名考试改' }]))
})
