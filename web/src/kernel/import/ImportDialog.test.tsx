import { qu } from '@shuyuan/contract/qu/qu.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { refused } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { fakeUpload } from '../../../test/fake-upload.ts'
import { notices, show } from '../../../test/render.tsx'
import { canImport } from './ImportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'

const errors = [
  { row: 3, field: '答案', msg: '答案不在选项中', level: 'error' as const },
  { row: 5, field: '题干', msg: '与题库中的试题重复', level: 'warn' as const },
]
const report = { total: 4, valid: 3, duplicated: 1, inserted: 0, errors }
const sheet = new File(['x'], '试题.xlsx')
const input = () => document.querySelector('input[type=file]') as HTMLInputElement

function Page() {
  const [open, setOpen] = useState(true)
  return (
    <ImportDialog
      open={open}
      onClose={() => setOpen(false)}
      title="导入试题"
      of={qu.import}
      fields={{ repoId: '7' }}
      template={qu['import-template']}
      state={qu['import-state']}
    />
  )
}

describe('an import', () => {
  it('offers the wrong rows of a file with errors as a sheet', async () => {
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:1'
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const sent = fakeUpload(({ path }) => ({
      data: path === user['import-wrong'].path ? { name: '用户_有误.xlsx', sheet: 'eA==' } : report,
    }))
    const { mouse } = show(
      <ImportDialog open onClose={() => undefined} of={user.import} template={user['import-template']} wrong={user['import-wrong']} />,
    )
    await mouse.upload(input(), sheet)
    await mouse.click(await screen.findByRole('button', { name: /下载有误的行/ }))
    await waitFor(() => expect(saved).toEqual(['用户_有误.xlsx']))
    expect(sent).toHaveLength(2)
  })

  it('checks first, lists findings by row and column, and imports the valid rows on request', async () => {
    const shown = notices()
    fakeServer({ [qu['import-state'].path]: { data: { stage: 'checking', done: 1, total: 4 } } })
    const sent = fakeUpload(({ fields }) => ({ data: fields.dryRun === 'true' ? report : { ...report, inserted: 2 } }))
    const { mouse } = show(<Page />)
    await mouse.upload(input(), sheet)
    expect(await screen.findByText('答案不在选项中')).toBeTruthy()
    expect(screen.getByText('与题库中的试题重复')).toBeTruthy()
    expect(screen.getByRole('button', { name: '导入' })).toHaveProperty('disabled', true)
    await mouse.click(screen.getByRole('radio', { name: '只导入正确的行' }))
    await mouse.click(screen.getByRole('radio', { name: '重复数据也导入' }))
    await mouse.click(screen.getByRole('button', { name: '导入' }))
    await waitFor(() => expect(shown).toEqual(['数据导入成功！']))
    await waitFor(() => expect(screen.queryByText('导入试题')).toBeNull())
    expect(sent.map((one) => one.fields)).toMatchObject([
      { repoId: '7', dryRun: 'true' },
      { repoId: '7', dryRun: 'false', mode: 'valid', duplicates: 'keep' },
    ])
    expect(new Set(sent.map((one) => one.fields.progressKey)).size).toBe(2)
  })

  it('shows the progress of the server', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    fakeServer({ [qu['import-state'].path]: { data: { stage: 'checking', done: 25, total: 100 } } })
    fakeUpload(async () => {
      await gate
      return { data: report }
    })
    const { mouse } = show(<Page />)
    await mouse.upload(input(), sheet)
    expect(await screen.findByText('正在检查数据')).toBeTruthy()
    expect(screen.getByText('25%')).toBeTruthy()
    finish()
    expect(await screen.findByText('答案不在选项中')).toBeTruthy()
  })

  it('shows a refusal in a dialog titled 提示信息', async () => {
    fakeUpload(() => refused('sheetHeader'))
    const { mouse } = show(<Page />)
    await mouse.upload(input(), sheet)
    expect(await screen.findAllByText('提示信息')).not.toHaveLength(0)
    expect(screen.getByText('表头与模板不一致，请下载最新模板')).toBeTruthy()
  })

  it('accepts only xlsx files', async () => {
    const shown = notices()
    const sent = fakeUpload(() => ({ data: report }))
    const { mouse } = show(<Page />)
    input().removeAttribute('accept')
    await mouse.upload(input(), new File(['x'], '试题.xls'))
    await waitFor(() => expect(shown).toEqual(['只能上传一个 xlsx 文件']))
    expect(sent).toEqual([])
  })
})

describe('whether any row can be imported', () => {
  const skip = { mode: 'valid', duplicates: 'skip' } as const
  it('needs rows that the choice does not leave out', () => {
    expect(canImport(report, { ...skip, mode: 'all' })).toBe(false)
    expect(canImport(report, skip)).toBe(true)
    expect(canImport({ ...report, valid: 1 }, skip)).toBe(false)
    expect(canImport({ ...report, valid: 1 }, { ...skip, duplicates: 'keep' })).toBe(true)
    expect(canImport({ inserted: 0, errors: [] }, { mode: 'all', duplicates: 'skip' })).toBe(true)
  })
})
