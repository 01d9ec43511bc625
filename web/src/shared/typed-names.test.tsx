// Names of filters, columns and fields come from the contract: a misspelt one does not compile.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, it } from 'vitest'
import { fieldOf } from './form/field-of.ts'
import { ListPage } from './ListPage.tsx'

const Field = fieldOf(exam.save)

describe('a name that the contract does not have', () => {
  it('is refused as filter, column, and field', () => {
    const lists = [
      <ListPage
        key="1"
        of={user.paging}
        search={['userName', { name: 'state', placeholder: '' }]}
        columns={['userName', { name: 'state', width: 9 }]}
      />,
      // @ts-expect-error -- no such filter
      <ListPage key="2" of={user.paging} search={['userNam']} columns={['userName']} />,
      // @ts-expect-error -- nor with a custom control
      <ListPage key="3" of={user.paging} search={[{ name: 'userNam', control: <i /> }]} columns={['userName']} />,
      // @ts-expect-error -- no such column
      <ListPage key="4" of={user.paging} columns={['userNam']} />,
      // @ts-expect-error -- nor with a custom cell
      <ListPage key="5" of={user.paging} columns={[{ name: 'userNam', render: () => null }]} />,
      // @ts-expect-error -- a column without a field needs `render`
      <ListPage key="6" of={user.paging} columns={[{ id: 'more' }]} />,
      <ListPage key="7" of={user.paging} columns={[{ id: 'more', render: (row) => row.userName }]} />,
    ]
    const fields = [
      <Field key="1" name="title" />,
      <Field key="2" name="markOptions.ignoreCase" />,
      // @ts-expect-error -- no such field
      <Field key="3" name="titel" />,
      // @ts-expect-error -- nor below one
      <Field key="4" name="markOptions.ignoreCas" />,
    ]
    expect([...lists, ...fields].map((one) => one.key)).toHaveLength(11)
  })
})
