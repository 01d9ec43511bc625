import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { notices, show } from '../../../../../test/render.tsx'
import { heldPermissions } from '../../../../kernel/access/permission.ts'
import { ChooseBank } from './ChooseBank.tsx'

afterEach(() => heldPermissions.set([]))

it('makes the bank where a site has none, by its name and Enter', async () => {
  heldPermissions.set(['repo:add'])
  const sent = fakeServer({
    [repo.paging.path]: { data: { records: [], total: 0, current: 1, size: 1, pages: 0 } },
    [repo.save.path]: { data: { id: '7' } },
  })
  const onChoose = vi.fn<(id: string) => void>()
  const { mouse } = show(<ChooseBank title="导入到哪个题库" canCreate onChoose={onChoose} onClose={() => undefined} />)
  await mouse.type(await screen.findByRole('textbox', { name: '题库名称' }), '消防{Enter}')
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith('7'))
  expect(bodies(sent, repo.save)).toEqual([expect.objectContaining({ title: '消防' })])
})

it('makes none for an export', async () => {
  heldPermissions.set(['repo:add'])
  fakeServer({ [repo.paging.path]: { data: { records: [], total: 0, current: 1, size: 1, pages: 0 } } })
  show(<ChooseBank title="导出哪个题库" canCreate={false} onChoose={() => undefined} onClose={() => undefined} />)
  expect(await screen.findByRole('combobox', { name: '题库' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '新建题库' })).toBeNull()
})

it('asks for a bank before it goes on', async () => {
  const said = notices()
  fakeServer({ [repo.paging.path]: page([{ id: '7', title: '消防', quCount: 30 }]) })
  const onChoose = vi.fn<(id: string) => void>()
  const { mouse } = show(<ChooseBank title="导入到哪个题库" canCreate onChoose={onChoose} onClose={() => undefined} />)
  const bank = await screen.findByRole('combobox', { name: '题库' })
  await mouse.click(screen.getByText('下一步'))
  expect(said).toContain('请先选择题库')
  expect(onChoose).not.toHaveBeenCalled()
  await mouse.type(bank, '消防')
  await mouse.click((await screen.findAllByTitle('消防')).at(-1)!)
  await mouse.click(screen.getByText('下一步'))
  expect(onChoose).toHaveBeenCalledWith('7')
})
