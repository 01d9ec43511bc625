import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../test/fake-server.ts'
import { show } from '../../test/render.tsx'
import { FoldedSections } from '../kernel/form/FoldedSections.tsx'
import { useSetFormValue } from '../kernel/form/form-context.ts'
import { SchemaForm } from '../kernel/form/SchemaForm.tsx'
import { fieldOf } from './form/field-of.ts'

const Field = fieldOf(repo.save)

const parts = [
  { id: 'use', title: '用途', content: <Field name="isExam" help="组卷时能选到" /> },
  { id: 'name', title: '名称', summary: '还没有名称', content: <Field name="title" /> },
]
const form = (
  <SchemaForm of={repo.save} initial={{ isTrain: false }}>
    <FoldedSections parts={parts} />
  </SchemaForm>
)
const head = () => within(screen.getByRole('region', { name: '名称' })).getByRole('button', { name: /名称/ })
const anchor = () => within(screen.getByRole('navigation', { name: '表单目录' })).getByRole('button', { name: /名称/ })

it('says the values of a folded section, and opens it by its head or its anchor', async () => {
  const { mouse } = show(form)
  expect(head().getAttribute('aria-expanded')).toBe('false')
  expect(head().textContent).toContain('还没有名称')
  expect(screen.queryByRole('textbox', { name: '题库名称' })).toBeNull()
  await mouse.click(head())
  expect(screen.getByRole('textbox', { name: '题库名称' })).toBeTruthy()
  await mouse.click(head())
  await mouse.click(anchor())
  expect(head().getAttribute('aria-expanded')).toBe('true')
})

it('opens a folded section with a wrong field and marks its anchor until the field is right', async () => {
  const sent = fakeServer({ [repo.save.path]: { data: { id: '1' } } })
  const { mouse } = show(form)
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请填写题库名称')).toBeTruthy()
  expect(head().getAttribute('aria-expanded')).toBe('true')
  expect(within(anchor()).getByRole('img', { name: '有内容需要修改' })).toBeTruthy()
  await mouse.type(screen.getByRole('textbox', { name: '题库名称' }), '消防')
  await waitFor(() => expect(within(anchor()).queryByRole('img')).toBeNull())
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(bodies(sent)).toMatchObject([{ title: '消防' }]))
})

function Filler() {
  const set = useSetFormValue()
  return (
    <button type="button" onClick={() => set('title', '消防')}>
      代填
    </button>
  )
}

it('takes the mark away when the page itself fills the wrong field', async () => {
  const { mouse } = show(
    <SchemaForm of={repo.save} initial={{ isTrain: false }}>
      <Filler />
      <FoldedSections parts={parts} />
    </SchemaForm>,
  )
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(within(anchor()).getByRole('img', { name: '有内容需要修改' })).toBeTruthy())
  await mouse.click(screen.getByRole('button', { name: '代填' }))
  await waitFor(() => expect(within(anchor()).queryByRole('img')).toBeNull())
})

it('gives the help of a field to screen readers, without room below the control', () => {
  show(form)
  const control = screen.getByRole('switch', { name: '用于考试' })
  const described = control.getAttribute('aria-describedby')!
  expect(document.querySelector(`#${CSS.escape(described)}`)?.textContent).toBe('组卷时能选到')
})
