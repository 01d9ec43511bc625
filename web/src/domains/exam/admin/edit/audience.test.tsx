// Parts of the form of an exam: whom it is for, its password, and what stays as it is once it has begun. Without its other sections, which cost seconds.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { departTree, page, refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { ExamAudience } from './ExamAudience.tsx'
import { PaperFields } from './PaperFields.tsx'

const template = { id: '4', title: '消防卷', state: TmplState.published, quCount: 2, totalScore: 10 }
const learner = { id: '3', userName: 'learner03', realName: '王秀兰', deptCode: 'A01', mobile: '' }
const start = {
  ...examDefaults,
  title: '点名考试',
  remark: '',
  tmplId: '4',
  startTime: null,
  endTime: null,
  passScore: 6,
  price: '0.00',
  markTolerance: 1,
}

function open(parts: React.ReactNode, more: object = {}) {
  const sent = fakeServer({
    ...departTree,
    [exam.save.path]: ({ body }) => {
      const { openType, password, id } = body as { openType: number; password?: string; id?: string }
      if (openType !== ExamOpenType.password || password || id) return { data: { id: '7', version: 2 } }
      return refused('badInput', { data: { fields: [{ field: 'password', msg: '请填写考试密码' }] } })
    },
    [tmpl.paging.path]: page([template]),
    [tmpl.detail.path]: { data: { ...template, groups: [] } },
    [user.paging.path]: page([learner]),
  })
  const { mouse } = show(
    <SchemaForm of={exam.save} initial={{ ...start, ...more }}>
      {parts}
    </SchemaForm>,
  )
  return { sent, mouse, save: () => mouse.click(screen.getByRole('button', { name: '保存' })) }
}
const audience = (hasPassword: boolean) => <ExamAudience users={[]} groups={[]} hasPassword={hasPassword} />

beforeEach(() => signInWith(['tmpl:list', 'sys:user:list']))

it('people are required where it is for named ones, and picked among the users', async () => {
  const { sent, mouse, save } = open(audience(false))
  await mouse.click(screen.getByText('指定部门'))
  await save()
  expect((await screen.findAllByText('请选择部门')).length).toBeGreaterThan(0)
  await mouse.click(screen.getByText('指定人员'))
  await save()
  expect((await screen.findAllByText('请选择人员')).length).toBeGreaterThan(0)
  await mouse.click(screen.getByRole('button', { name: '选择人员' }))
  const picker = within(await screen.findByRole('dialog'))
  await mouse.click(within((await picker.findByText('learner03')).closest('tr')!).getByRole('checkbox'))
  await mouse.click(picker.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('已选1人')).toBeTruthy()
  await save()
  await waitFor(() => expect(bodies(sent, exam.save)).toMatchObject([{ openType: ExamOpenType.persons, userIds: ['3'] }]))
})

it('shows at its field that the server wants a password, and sends it', async () => {
  const { sent, mouse, save } = open(audience(false))
  await mouse.click(screen.getByText('需要密码'))
  await save()
  expect(await screen.findByText('请填写考试密码')).toBeTruthy()
  await mouse.click(screen.getByLabelText('考试密码'))
  await mouse.paste('Exam-2026')
  await save()
  await waitFor(() => expect(bodies(sent, exam.save).at(-1)).toMatchObject({ openType: ExamOpenType.password, password: 'Exam-2026' }))
})

it('a stored password is not shown, and stays where the field is left empty', async () => {
  const { sent, save } = open(audience(true), { id: '7', version: 1, openType: ExamOpenType.password, password: '' })
  expect(await screen.findByText('已设置密码，留空则保留原密码')).toBeTruthy()
  expect(screen.getByLabelText('考试密码')).toHaveProperty('value', '')
  await save()
  await waitFor(() => expect(bodies(sent, exam.save)).toMatchObject([{ id: '7', password: '' }]))
})

it('names template and title where they are missing, and says what the template has', async () => {
  const { mouse, save } = open(<PaperFields fixed={false} tmplTitle={undefined} />, { title: '', tmplId: undefined, passScore: undefined })
  await save()
  for (const text of ['请填写考试名称', '请选择试卷模板']) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  await mouse.click(screen.getByRole('combobox', { name: '试卷模板' }))
  await mouse.click(await screen.findByTitle('消防卷'))
  expect(await screen.findByText('共2题，总分10分')).toBeTruthy()
  expect(screen.getByText('总分10分，及格线60%')).toBeTruthy()
})

it('template and pass score are locked with the reason once it has begun', async () => {
  open(<PaperFields fixed tmplTitle={template.title} />, { id: '7', version: 1 })
  expect(await screen.findByText(errors.examStarted[1])).toBeTruthy()
  for (const name of ['试卷模板', '及格分']) expect(screen.getByLabelText(name)).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('考试名称')).toHaveProperty('disabled', false)
})
