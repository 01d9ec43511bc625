import { errors } from '@shuyuan/contract/kernel/error.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { describe, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { useRemove } from '../list/useRemove.ts'

function Removal() {
  const remove = useRemove(repo.delete, [], { phrase: '删除答卷' })
  return (
    <>
      <button type="button" onClick={() => void remove(['1', '2'])}>
        batch
      </button>
      <button type="button" onClick={() => void remove('1')}>
        one
      </button>
    </>
  )
}
const okButton = () => screen.getByRole<HTMLButtonElement>('button', { name: '确定' })

it('enables the button after the phrase was typed, and then runs the action', async () => {
  const sent = fakeServer({ [repo.delete.path]: { data: true } })
  const { mouse } = show(<Removal />)
  await mouse.click(screen.getByText('batch'))
  const input = await screen.findByLabelText('请输入：【删除答卷】来确认操作！')
  expect(screen.getByText('共选中2项')).toBeDefined()
  expect(okButton().disabled).toBe(true)
  await mouse.type(input, '删除')
  expect(okButton().disabled).toBe(true)
  await mouse.type(input, '答卷')
  await waitFor(() => expect(okButton().disabled).toBe(false))
  await mouse.type(input, '！')
  await waitFor(() => expect(okButton().disabled).toBe(true))
  await mouse.type(input, '{Backspace}')
  await waitFor(() => expect(okButton().disabled).toBe(false))
  await mouse.click(okButton())
  await waitFor(() => expect(bodies(sent)).toEqual([{ ids: ['1', '2'] }]))
})

it('asks without a phrase for one row', async () => {
  fakeServer({ [repo.delete.path]: { data: true } })
  const { mouse } = show(<Removal />)
  await mouse.click(screen.getByText('one'))
  await screen.findByText('确实要删除吗?')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText(/共选中/)).toBeNull()
  expect(okButton().disabled).toBe(false)
})

describe('the question before a removal', () => {
  function Named() {
    const remove = useRemove(repo.delete, [])
    return (
      <button type="button" onClick={() => void remove('1', { name: '消防安全', effect: '403 题' })}>
        one
      </button>
    )
  }
  const inUse = { code: errors.repoInUse[0], msg: '题库下还有试题，不能删除' }

  it('names the thing and says beforehand why it cannot be removed', async () => {
    const sent = fakeServer({ [repo.delete.path]: inUse })
    const { mouse } = show(<Named />)
    await mouse.click(screen.getByText('one'))
    expect((await screen.findByText('消防安全')).closest('li')?.textContent).toBe('消防安全 · 403 题')
    expect((await screen.findByRole('alert')).textContent).toContain('题库下还有试题，不能删除')
    expect(okButton().disabled).toBe(true)
    expect(sent.map((one) => one.headers.rehearsal)).toEqual(['1'])
    await mouse.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('links to what stands against it, and closes with the link', async () => {
    const holders = [
      { kind: 'tmpl', id: '7', title: '期末卷' },
      { kind: 'questionsOf', id: '1', title: '消防安全' },
    ]
    fakeServer({ [repo.delete.path]: { ...inUse, data: { holders } } })
    const { mouse } = show(
      // as in the application, its dialogs stand inside of the router
      <App>
        <Named />
      </App>,
    )
    await mouse.click(screen.getByText('one'))
    const links = within(await screen.findByRole('list', { name: '阻止删除的内容' })).getAllByRole('link')
    expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      ['期末卷', '/admin/exam/tmpl/update/7'],
      ['“消防安全”的试题', '/admin/repo/qu?repoId=1'],
    ])
    await mouse.click(links[0]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps a refusal of the removal itself', async () => {
    let calls = 0
    fakeServer({ [repo.delete.path]: () => (++calls === 1 ? { data: true } : inUse) })
    const { mouse } = show(<Named />)
    await mouse.click(screen.getByText('one'))
    await waitFor(() => expect(okButton().disabled).toBe(false))
    await waitFor(() => expect(okButton().className).not.toContain('loading'))
    await mouse.click(okButton())
    expect((await screen.findByRole('alert')).textContent).toContain('题库下还有试题，不能删除')
    expect(screen.getByRole('dialog')).toBeDefined()
  })
})
