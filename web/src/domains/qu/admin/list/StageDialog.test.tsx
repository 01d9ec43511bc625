// The first step of an import: what a format is, and a sheet whose columns are asked for and sent again.
import type { SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { fakeUpload } from '../../../../../test/fake-upload.ts'
import { show } from '../../../../../test/render.tsx'
import { StageDialog } from './StageDialog.tsx'

const open = () => show(<StageDialog repoId="3" title="导入试题" onClose={() => undefined} />, { path: '/admin/repo/qu' })

it('tells of one format at a time', async () => {
  fakeServer({})
  const { mouse } = open()
  await mouse.click(screen.getByText('GIFT'))
  expect(await screen.findByLabelText('GIFT 示例')).toBeTruthy()
  expect(screen.queryByText(/从 Moodle 题库导出的文件/)).toBeNull()
})

it('asks what the columns of a sheet are, and sends it again with them', async () => {
  fakeServer({})
  const column = (name: string, sample: string) => ({ name, samples: [sample], field: 'none' as const, from: 'nothing' as const })
  const columns = [
    column('prompt', '火警电话是多少？'),
    column('c1', '110'),
    column('c2', '119'),
    column('solution', 'B'),
    column('owner', '张三'),
  ]
  const ask: SheetHead = { columns, rows: 2, firstIsQuestion: false }
  const sent = fakeUpload(({ fields }) => ({ data: fields.columns === '' ? { id: '', ask } : { id: '8', ask: null } }))
  const { mouse, router } = open()
  await mouse.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], '表.csv'))
  expect(await screen.findByText('请指明哪一列是题干')).toBeTruthy()
  for (const [name, field] of [
    ['prompt', '题干'],
    ['c1', '一个选项'],
    ['c2', '一个选项'],
    ['solution', '答案'],
  ] as const) {
    fireEvent.mouseDown(screen.getByLabelText(`${name} 是什么`))
    fireEvent.click((await screen.findAllByText(field, { selector: '.ant-select-item-option-content' })).at(-1)!)
  }
  await mouse.click(screen.getByText('读取 2 行'))
  await expect.poll(() => router.state.location.pathname).toBe('/admin/repo/qu/import/8')
  expect(sent.map(({ fields, file }) => [file.name, fields.columns])).toEqual([
    ['表.csv', ''],
    ['表.csv', 'stem,option,option,answer,none'],
  ])
})
