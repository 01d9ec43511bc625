import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Select } from 'antd'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { refused } from '../../test/answers.ts'
import { bodies, fakeServer } from '../../test/fake-server.ts'
import { notices, show } from '../../test/render.tsx'
import { useFormValue } from '../kernel/form/form-context.ts'
import { fieldOf } from './form/field-of.ts'
import { FormDialog } from '../kernel/form/FormDialog.tsx'
import { SchemaForm } from '../kernel/form/SchemaForm.tsx'

const Field = fieldOf(repo.save)
const ExamField = fieldOf(exam.save)
const OverrideField = fieldOf(override.save)

const bank = (
  <>
    <Field name="title" />
    <Field name="remark" />
    <Field name="isExam" />
  </>
)
const save = () => screen.getByRole('button', { name: '保存' })
const title = () => screen.getByRole('textbox', { name: '题库名称' })

describe('a form from a contract', () => {
  it('has label, required mark and control of each field', () => {
    show(<SchemaForm of={repo.save}>{bank}</SchemaForm>)
    expect(title().getAttribute('aria-required')).toBe('true')
    expect(screen.getByRole('textbox', { name: '备注' }).tagName).toBe('TEXTAREA')
    expect(screen.getByRole('switch', { name: '用于考试' }).getAttribute('aria-checked')).toBe('false')
  })

  it('sends nothing that the contract refuses, shows the problem on the field, and removes it after correction', async () => {
    const sent = fakeServer({ [repo.save.path]: { data: { id: '1' } } })
    const { mouse } = show(<SchemaForm of={repo.save}>{bank}</SchemaForm>)
    await mouse.click(save())
    expect(await screen.findByText('请填写题库名称')).toBeTruthy()
    expect(title().getAttribute('aria-invalid')).toBe('true')
    await mouse.type(title(), '消防')
    await waitFor(() => expect(screen.queryByText('请填写题库名称')).toBeNull())
    expect(sent).toEqual([])
  })

  it('is not sent by Enter in an input, and keeps what was typed', async () => {
    const sent = fakeServer({ [repo.save.path]: { data: { id: '1' } } })
    const { mouse } = show(<SchemaForm of={repo.save}>{bank}</SchemaForm>)
    await mouse.type(title(), '消防{Enter}')
    expect(title()).toHaveProperty('value', '消防')
    expect(sent).toEqual([])
    await mouse.click(save())
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('shows a problem of either of two fields once, at the field that the form has', async () => {
    const { mouse } = show(
      <SchemaForm of={override.save} initial={{ examId: '1', minutes: 5, reason: '视力' }}>
        <OverrideField name="groupId" label="分组">
          <Select />
        </OverrideField>
      </SchemaForm>,
    )
    await mouse.click(save())
    expect(await screen.findAllByText('请选择一位考生或一个分组')).toHaveLength(1)
  })

  it('sends the wire form of the endpoint, once for two clicks', async () => {
    const done: unknown[] = []
    let answer = () => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    const sent = fakeServer({
      [repo.save.path]: async () => {
        await gate
        return { data: { id: '9' } }
      },
    })
    const row = { id: '9', title: '消防', isTrain: true, quCount: 12 }
    const { mouse } = show(
      <SchemaForm of={repo.save} initial={row} onDone={(data) => done.push(data)}>
        {bank}
      </SchemaForm>,
    )
    await mouse.click(screen.getByRole('switch', { name: '用于考试' }))
    fireEvent.submit(title())
    fireEvent.submit(title())
    await waitFor(() => expect(sent).toHaveLength(1))
    answer()
    await waitFor(() => expect(done).toEqual([{ id: '9' }]))
    expect(bodies(sent)).toEqual([
      { id: '9', title: '消防', remark: '', cover: '', price: '0.00', costPoints: 0, isExam: true, isTrain: true, trainHours: '' },
    ])
  })

  it('shows rules over several fields on the field they name', async () => {
    fakeServer({})
    const initial = {
      title: '考试',
      tmplId: '1',
      openType: ExamOpenType.all,
      startTime: '2026-11-20 10:00:00',
      endTime: '2026-11-20 09:00:00',
      minutes: 60,
      passScore: 60,
      tries: 1,
      lateMinutes: 0,
      earliestMinutes: 0,
      showScore: 'handed',
      showAnswer: 'never',
    }
    const { mouse } = show(
      <SchemaForm of={exam.save} initial={initial}>
        <ExamField name="startTime" />
        <ExamField name="endTime" />
        <ExamField name="openType" />
        <ExamField name="minutes" />
      </SchemaForm>,
    )
    expect(screen.getByRole('textbox', { name: '结束时间' })).toHaveProperty('value', '2026-11-20 09:00')
    expect(screen.getByText('分钟')).toBeTruthy()
    await mouse.click(save())
    const message = await screen.findByText('结束时间必须晚于开始时间')
    expect(message.closest('.ant-form-item')?.textContent).toContain('结束时间')
    await mouse.click(screen.getByRole('radio', { name: '指定部门' }))
    await mouse.click(save())
    // no field of the form holds the departments
    expect(await screen.findByText('请选择部门')).toBeTruthy()
  })
})

describe('a refusal', () => {
  it('is shown on the refused fields until their values change', async () => {
    const said = notices()
    const fields = [{ field: 'title', msg: '题库名称已存在' }]
    fakeServer({ [repo.save.path]: refused('badInput', { msg: '题库名称已存在', data: { fields } }) })
    const { mouse } = show(
      <SchemaForm of={repo.save} initial={{ title: '消防', isTrain: false }}>
        {bank}
      </SchemaForm>,
    )
    await mouse.click(save())
    expect(await screen.findByText('题库名称已存在')).toBeTruthy()
    expect(said).toEqual([])
    await mouse.click(screen.getByRole('switch', { name: '用于考试' }))
    expect(screen.getByText('题库名称已存在')).toBeTruthy()
    await mouse.type(title(), '二')
    await waitFor(() => expect(screen.queryByText('题库名称已存在')).toBeNull())
  })

  it('for a stale save stays in the form; what was typed stays, the rest becomes the newest', async () => {
    const answers = [refused('conflict'), { data: { id: '1' } }]
    const sent = fakeServer({ [repo.save.path]: () => answers.shift()! })
    const reread = () => Promise.resolve({ title: '别人的', remark: '别人写的', isTrain: false })
    const { mouse } = show(
      <SchemaForm of={repo.save} initial={{ title: '消防', remark: '', isTrain: false }} reread={reread}>
        {bank}
      </SchemaForm>,
    )
    await mouse.type(title(), '二')
    await mouse.click(save())
    expect((await screen.findByRole('alert')).textContent).toContain('数据已被他人修改，请刷新后重试')
    await mouse.click(screen.getByRole('button', { name: '刷新' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await mouse.click(save())
    await waitFor(() => expect(bodies(sent)[1]).toMatchObject({ title: '消防二', remark: '别人写的' }))
  })

  it('for a stale save without anything to read anew is shown in the form', async () => {
    fakeServer({ [repo.save.path]: refused('conflict') })
    const { mouse } = show(
      <SchemaForm of={repo.save} initial={{ title: '消防', isTrain: false }}>
        {bank}
      </SchemaForm>,
    )
    await mouse.type(title(), '二')
    await mouse.click(save())
    expect((await screen.findByRole('alert')).textContent).toBe('数据已被他人修改，请刷新后重试')
    expect(title()).toHaveProperty('value', '消防二')
  })
})

describe('own controls', () => {
  it('lets custom controls take part and follow other fields', async () => {
    function Length() {
      return <p>length {String(useFormValue('title')).length}</p>
    }
    const { mouse } = show(
      <SchemaForm of={repo.save} initial={{ title: 'ab' }}>
        <Field name="title">
          <input />
        </Field>
        <Length />
      </SchemaForm>,
    )
    await mouse.type(title(), 'c')
    expect(await screen.findByText('length 3')).toBeTruthy()
  })
})

describe('unsaved changes', () => {
  it('are not left without a question', async () => {
    const { mouse, router } = show(<SchemaForm of={repo.save}>{bank}</SchemaForm>)
    await mouse.type(title(), '消防')
    void router.navigate('/elsewhere')
    const dialog = await screen.findByRole('dialog')
    await mouse.click(within(dialog).getByRole('button', { name: '继续编辑' }))
    expect(title()).toHaveProperty('value', '消防')
    void router.navigate('/elsewhere')
    await mouse.click(await screen.findByRole('button', { name: '离开' }))
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })

  it('are saved on the way out, where the form is valid', async () => {
    const sent = fakeServer({ [repo.save.path]: { data: { id: '1' } } })
    const { mouse, router } = show(
      <SchemaForm of={repo.save} initial={{ isTrain: false }} onDone={() => void router.navigate('/list')}>
        {bank}
      </SchemaForm>,
    )
    await mouse.type(title(), '消防')
    void router.navigate('/elsewhere')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('继续编辑'))
    await mouse.click(screen.getByRole('button', { name: '保存并离开' }))
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(bodies(sent)).toMatchObject([{ title: '消防' }])
  })

  it('do not exist after saving, nor before the first input', async () => {
    fakeServer({ [repo.save.path]: { data: { id: '1' } } })
    const { mouse, router } = show(
      <SchemaForm of={repo.save} initial={{ isTrain: false }} onDone={() => void router.navigate('/elsewhere')}>
        {bank}
      </SchemaForm>,
    )
    await mouse.type(title(), '消防')
    await mouse.click(save())
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })

  it('begin in the first field of a dialog, whose labels name its own fields', async () => {
    const page = <SchemaForm of={repo.save}>{bank}</SchemaForm>
    const dialog = (
      <FormDialog of={repo.save} open title="新建题库" onClose={() => undefined}>
        {bank}
      </FormDialog>
    )
    const { mouse } = show(
      <>
        {page}
        {dialog}
      </>,
    )
    const field = await within(await screen.findByRole('dialog')).findByLabelText('题库名称')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await mouse.keyboard('消防{Tab}一层')
    expect(field).toHaveProperty('value', '消防')
    expect(within(screen.getByRole('dialog')).getByLabelText('备注')).toHaveProperty('value', '一层')
  })

  it('hold a dialog open until the user confirms the loss', async () => {
    function Page() {
      const [open, setOpen] = useState(true)
      return (
        <FormDialog of={repo.save} open={open} title="新建题库" onClose={() => setOpen(false)}>
          {bank}
        </FormDialog>
      )
    }
    const { mouse } = show(<Page />)
    await mouse.type(await screen.findByRole('textbox', { name: '题库名称' }), '消防')
    await mouse.click(screen.getByRole('button', { name: '取消' }))
    const question = (await screen.findByText('内容还没有保存，确定要关闭吗？')).closest<HTMLElement>('[role=dialog]')
    await mouse.click(within(question as HTMLElement).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByText('新建题库')).toBeNull())
  })
})
