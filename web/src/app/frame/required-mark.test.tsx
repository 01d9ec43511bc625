import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen } from '@testing-library/react'
import { Form, Input } from 'antd'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import AntFrame from './AntFrame.tsx'
import { fieldOf } from '../../shared/form/field-of.ts'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { SchemaForm } from '../../kernel/form/SchemaForm.tsx'

const Field = fieldOf(repo.save)
const fields = (
  <>
    <Field name="title" />
    <Field name="remark" />
  </>
)
/** The text of each label, and whether a mark follows it. */
const labels = () => [...document.querySelectorAll('label')].map((one) => [one.textContent, one.lastElementChild?.tagName === 'SPAN'])
/** antd draws its own asterisk, before the label, unless it is given another mark. */
const drawsItsOwn = () => document.querySelector('.ant-form-item-required:not([class*=required-mark])')
const expected = [
  ['题库名称', true],
  ['备注', false],
]

const forms = {
  'on a page': () => <SchemaForm of={repo.save}>{fields}</SchemaForm>,
  'in a dialog': () => (
    <FormDialog of={repo.save} open title="新建题库" done="" onClose={() => undefined}>
      {fields}
    </FormDialog>
  ),
}
it.each(Object.entries(forms))('the asterisk stands after the label %s', async (_place, form) => {
  show(form())
  await screen.findByRole('textbox', { name: '题库名称' })
  expect(labels().slice(0, 2)).toEqual(expected)
})

it('the asterisk stands after the label in forms without a contract', async () => {
  show(
    <AntFrame>
      <Form>
        <Form.Item label="题库名称" required>
          <Input />
        </Form.Item>
        <Form.Item label="备注">
          <Input />
        </Form.Item>
      </Form>
    </AntFrame>,
  )
  await screen.findByText('备注')
  expect(labels()).toEqual(expected)
  expect(drawsItsOwn()).toBeNull()
})
