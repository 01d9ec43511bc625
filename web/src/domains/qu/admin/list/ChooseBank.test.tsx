import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
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
