// What the form of a course sends of its rules, attachments and notices. Without its other sections, which cost seconds.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { fakeUpload } from '../../../../../test/fake-upload.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { AttachmentsField } from './AttachmentsField.tsx'
import { NoticesField } from './NoticesField.tsx'
import { Rules } from './Rules.tsx'

const Field = fieldOf(course.save)
const initial = {
  title: '消防安全',
  openType: OpenType.all,
  required: false,
  startTime: null,
  endTime: null,
  videoDrag: true,
  dragFinished: false,
  sequential: false,
  attachments: [],
  notices: [],
}

// jsdom has no layout, so positions are stubbed
beforeAll(() => {
  const nowhere = new DOMRect()
  Range.prototype.getBoundingClientRect = () => nowhere
  Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList
})

it('an upload is named after its file, a notice is written in a dialog, and both are sent with the switches', async () => {
  await signInWith(['course:add'])
  const sent = fakeServer({ [course.save.path]: { data: { id: '7' } } })
  fakeUpload(({ file }) => ({ data: { id: '1', url: `/files/${file.name}`, name: file.name, size: file.size, type: file.type } }))
  const { mouse } = show(
    <SchemaForm of={course.save} initial={initial}>
      <Rules />
      <Field name="attachments" required={false}>
        <AttachmentsField />
      </Field>
      <Field name="notices" required={false}>
        <NoticesField />
      </Field>
    </SchemaForm>,
  )
  await mouse.click(await screen.findByLabelText('允许拖动'))
  await mouse.click(screen.getByLabelText('按顺序学习'))
  const file = new File(['%PDF-'], '讲义.pdf', { type: 'application/pdf' })
  await mouse.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, [file])
  expect(await screen.findByLabelText('第1个附件的名称')).toHaveProperty('value', '讲义.pdf')
  await mouse.click(screen.getByLabelText('新增公告'))
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.type(dialog.getByLabelText('公告标题'), '周五答疑')
  const text = await dialog.findByLabelText('公告内容')
  act(() => text.focus())
  await mouse.paste('下午三点，一号会议室。')
  await mouse.click(dialog.getByText('确定'))
  expect(await screen.findByLabelText('修改公告“周五答疑”')).toBeTruthy()
  await mouse.click(screen.getByText('保存'))
  await waitFor(() =>
    expect(bodies(sent, course.save)).toMatchObject([
      {
        videoDrag: false,
        sequential: true,
        attachments: [{ title: '讲义.pdf', fileUrl: '/files/讲义.pdf' }],
        notices: [{ title: '周五答疑', content: '<p>下午三点，一号会议室。</p>' }],
      },
    ]),
  )
})
