// Questions begun on the row of a file or a notice: the material is given, the bank is chosen.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistQuestions, assistText } from '@shuyuan/contract/assist/questions/questions.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { WithMakes } from '../WithMakes.tsx'
import { MakeFrom } from './MakeFrom.tsx'
import { MakeQuestions } from './MakeQuestions.tsx'

const uses = { questions: true, improve: false, notice: false, explain: false, mark: false }
const state = { ...uses, provider: 'other', host: 'model.example', price: { in: 2, out: 8 }, left: null }
const text = {
  title: '后厨规范',
  chars: 900,
  pages: [
    { at: 1, chars: 400 },
    { at: 3, chars: 500 },
  ],
  error: '',
}
const run = {
  id: '5',
  repoId: '3',
  repoId_dictText: '',
  title: '后厨规范',
  state: 'running',
  percent: 0,
  made: 0,
  dropped: [],
  importId: null,
  error: '',
}

async function opened(source: { fileId: string } | { noticeId: string }) {
  await signInWith(['assist:questions', 'qu:import', 'repo:list'])
  const sent = fakeServer({
    [assist.state.path]: { data: state },
    [assistQuestions.runs.path]: page([]),
    [assistQuestions.estimate.path]: { data: { chars: 900, passages: 2, requests: 2, tokens: 4_321, cost: 0.0234, left: null } },
    [assistQuestions.start.path]: { data: { runId: '5' } },
    [assistQuestions.run.path]: { data: run },
    [assistText.detail.path]: { data: text },
    [repo.paging.path]: page([{ id: '3', title: '食品安全题库', quCount: 12 }]),
  })
  const { mouse } = show(<MakeFrom source={source} title="后厨规范" onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog', { name: '用“后厨规范”出题' }))
  const start = async () => mouse.click(await dialog.findByRole('button', { name: '开始出题' }))
  const chooseBank = async () => {
    await mouse.click(dialog.getByRole('combobox', { name: '出到哪个题库' }))
    await mouse.click((await screen.findAllByText('食品安全题库')).at(-1)!)
  }
  return { sent, mouse, dialog, start, chooseBank }
}

it('asks for the bank first, then makes questions of the pages of the file', async () => {
  const said = notices()
  const { sent, mouse, dialog, start, chooseBank } = await opened({ fileId: '9' })
  expect(await dialog.findByText('共 900 字')).toBeTruthy()
  expect(dialog.queryByRole('radio', { name: '粘贴材料' })).toBeNull()
  expect(await dialog.findByText('将发送到 model.example，约 4300 tokens，0.023 元')).toBeTruthy()
  await start()
  expect(said).toContain('请先选择题库')
  expect(bodies(sent, assistQuestions.start)).toEqual([])
  await chooseBank()
  await mouse.type(dialog.getByRole('spinbutton', { name: '从第几页' }), '3')
  await start()
  expect(bodies(sent, assistQuestions.start)).toMatchObject([{ repoId: '3', source: { fileId: '9', from: 3 } }])
  expect(await dialog.findByText(/正在根据《后厨规范》出题/)).toBeTruthy()
})

it('of a finished run leads to its questions, which wait to be looked at', async () => {
  await signInWith(['assist:questions', 'qu:import', 'repo:list'])
  fakeServer({
    [assist.state.path]: { data: state },
    [assistQuestions.runs.path]: page([{ ...run, id: '5' }]),
    [assistQuestions.run.path]: { data: { ...run, state: 'done', percent: 100, made: 3, importId: '8' } },
    [assistText.detail.path]: { data: text },
    [repo.paging.path]: page([]),
  })
  const { mouse, router } = show(<MakeFrom source={{ fileId: '9' }} title="后厨规范" onClose={() => undefined} />)
  expect(await screen.findByText('已生成 3 题')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '下一步：逐题核对' }))
  expect(router.state.location.pathname).toBe('/admin/repo/qu/import/8')
})

it('a file is found by its title, its text is counted, and it is what questions are made of', async () => {
  await signInWith(['assist:questions', 'qu:import', 'repo:list'])
  const sent = fakeServer({
    [assist.state.path]: { data: { ...state, provider: 'rules', host: '' } },
    [assistQuestions.runs.path]: page([]),
    [assistQuestions.start.path]: { data: { runId: '5' } },
    [assistQuestions.run.path]: { data: run },
    [assistText.detail.path]: { data: text },
    [courseFile.paging.path]: page([{ id: '9', title: '后厨卫生操作规范' }]),
  })
  const { mouse } = show(<MakeQuestions repoId="3" />)
  expect(await screen.findByText('示例：不使用模型，按原文的数字和要求出题')).toBeTruthy()
  await mouse.click(screen.getByText('课件'))
  await mouse.type(screen.getByRole('combobox', { name: '选择课件' }), '后厨卫生')
  await expect.poll(() => bodies(sent, courseFile.paging).at(-1)).toMatchObject({ params: { title: '后厨卫生' } })
  await mouse.click((await screen.findAllByTitle('后厨卫生操作规范')).at(-1)!)
  expect(await screen.findByText('共 900 字')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '开始出题' }))
  await expect.poll(() => bodies(sent, assistQuestions.start)).toMatchObject([{ repoId: '3', source: { fileId: '9' } }])
})

it('a refusal is said, and the material stays', async () => {
  await signInWith(['assist:questions', 'qu:import', 'repo:list'])
  const said = notices()
  fakeServer({
    [assist.state.path]: { data: { ...state, provider: 'rules', host: '' } },
    [assistQuestions.runs.path]: page([]),
    [assistQuestions.start.path]: refused('assistBank'),
  })
  const { mouse } = show(<MakeQuestions repoId="3" />)
  await mouse.type(await screen.findByRole('textbox', { name: '材料' }), '干粉灭火器每30天检查一次。')
  await mouse.click(screen.getByRole('button', { name: '开始出题' }))
  await expect.poll(() => said).toContain('本题库设为不发送给智能助手')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '材料' }).value).toBe('干粉灭火器每30天检查一次。')
})

it('takes a notice as a whole', async () => {
  const { sent, start, chooseBank } = await opened({ noticeId: '4' })
  await chooseBank()
  await start()
  expect(bodies(sent, assistQuestions.start)).toMatchObject([{ repoId: '3', source: { noticeId: '4' } }])
})

it.each([
  ['with the tag and the switch', ['assist:questions'], true, '可以'],
  ['without the tag', [], true, '不可以'],
  ['where the switch is off', ['assist:questions'], false, '不可以'],
])('rows know whether questions can be made: %s', async (_name, tags, questions, text) => {
  await signInWith(tags)
  fakeServer({ [assist.state.path]: { data: { ...state, questions } } })
  show(<WithMakes>{(makes) => <p>{makes ? '可以' : '不可以'}</p>}</WithMakes>)
  expect(await screen.findByText(text)).toBeTruthy()
})
