// A new value of a dictionary stands in its tree, and stored copies of the dictionary go.
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import DicPage from './admin/DicPage.tsx'

const node = (id: string, title: string, more: object) => ({ id, parentId: '0', title, children: [], ...more })

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['sys:dic:update'])
})

it('a value is added to the chosen dictionary', async () => {
  const values = [node('11', '正常', { value: '0' })]
  const catalog = [node('1', '部门类型', { rowGuid: 'depart_kind' }), node('2', '交卷方式', { rowGuid: 'paper_ex_state' })]
  const sent = fakeServer({
    [dic.tree.path]: { data: catalog.map((one) => ({ ...one, valueCount: 1, builtIn: true })) },
    [dicValue.tree.path]: () => ({ data: [...values] }),
    [dicValue.save.path]: ({ body }) => {
      values.push(node('12', '设备故障', body as object))
      return { data: { id: '12' } }
    },
  })
  localStorage.setItem('dic:paper_ex_state', '{}')
  const { mouse } = show(<DicPage />)
  await mouse.click(within(await screen.findByRole('tree', { name: '字典' })).getByText('交卷方式'))
  await mouse.click(await screen.findByRole('button', { name: /添加字典值/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.type(dialog.getByLabelText('名称'), '设备故障')
  await mouse.type(dialog.getByLabelText('字典值'), '9')
  await mouse.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(bodies(sent, dicValue.save)).toMatchObject([{ dicCode: 'paper_ex_state', title: '设备故障', value: '9' }]))
  expect(await within(screen.getByRole('tree', { name: '字典值' })).findByText('设备故障')).toBeTruthy()
  expect(localStorage.getItem('dic:paper_ex_state')).toBeNull()
})
