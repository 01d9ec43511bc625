import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../test/fake-server.ts'
import { show } from '../../test/render.tsx'
import { useRemove } from './list/useRemove.ts'

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
