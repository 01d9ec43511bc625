// Lists, forms and refusals in English, with the catalogues of the application.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { page, refused } from '../../test/answers.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { notices, show, signInWith } from '../../test/render.tsx'
import { SchemaForm } from '../kernel/form/SchemaForm.tsx'
import { setLanguage, startI18n, t, tLabel } from '../kernel/i18n.ts'
import { fieldOf } from '../shared/form/field-of.ts'
import { ListPage } from '../shared/ListPage.tsx'
import { BottomNav } from './learner/BottomNav.tsx'
import { learnerRoutes, topMenu } from './routes/learnerRoutes.ts'

const Field = fieldOf(repo.save)

beforeAll(async () => {
  await startI18n(async () => (await import('./english.ts')).catalogue)
  await setLanguage('en')
})
afterAll(() => setLanguage('zh'))
beforeEach(() => signInWith(['*']))

it('titles the columns of a list with the labels of the contract, and its states', async () => {
  const row = { id: '1', userName: 'zhang', realName: '张三', state: UserState.disabled, deptCode: 'A01', deptCode_dictText: '客房部' }
  const sent = fakeServer({ [user.paging.path]: page([row]) })
  show(<ListPage of={user.paging} columns={['userName', 'realName', 'deptCode', 'state']} />)
  expect(await screen.findByRole('cell', { name: 'zhang' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['User name', 'Name', 'Department', 'Status'])
  expect(screen.getByRole('cell', { name: 'Disabled' })).toBeTruthy()
  // a department is data: its name stays Chinese
  expect(screen.getByRole('cell', { name: '客房部' })).toBeTruthy()
  expect(sent[0]?.headers['accept-language']).toBe('en')
})

it('shows the label of a field and the message of the contract', async () => {
  const sent = fakeServer({})
  const { mouse } = show(
    <SchemaForm of={repo.save}>
      <Field name="title" />
    </SchemaForm>,
  )
  expect(screen.getByRole('textbox', { name: 'Bank name' })).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter bank name')).toBeTruthy()
  expect(sent).toEqual([])
})

it('shows a refusal of the server as it arrives', async () => {
  const shown = notices()
  fakeServer({ [repo.save.path]: refused('forbidden', { msg: 'You have no permission for this operation.' }) })
  const { mouse } = show(
    <SchemaForm of={repo.save} initial={{ title: 'Fire safety' }}>
      <Field name="title" />
    </SchemaForm>,
  )
  await mouse.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => shown).toEqual(['You have no permission for this operation.'])
})

it('translates menu titles and labels that pages use as texts', () => {
  expect(['运营', '财务', '系统', '考试管理'].map((title) => tLabel(title))).toEqual(['Operations', 'Finance', 'System', 'Exams'])
  expect(t('公布成绩')).toBe('Show result')
})

it('names the menu of learners, and the pages behind it', () => {
  const { container } = render(
    <MemoryRouter>
      <BottomNav entries={topMenu(undefined, () => true)} highlight="/web/index" />
    </MemoryRouter>,
  )
  expect(within(container).getByRole('link', { name: 'Courses' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/\p{Script=Han}/u)
  expect(learnerRoutes.map(({ title }) => t(title)).filter((title) => /\p{Script=Han}/u.test(title))).toEqual([])
})
