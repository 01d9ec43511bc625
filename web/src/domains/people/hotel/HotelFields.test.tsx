// The hotel code fills in the derived fields, also when the reply to an earlier code arrives late.
import { user } from '@shuyuan/contract/account/user.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { noCategories, refused } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { HotelFields } from './HotelFields.tsx'

beforeEach(async () => {
  localStorage.clear()
  await signInWith([])
})

test('a late refusal does not clear the result of a later code', async () => {
  const shownNotices = notices()
  const late = Promise.withResolvers<{ code: number; msg: string }>()
  fakeServer({
    ...noCategories,
    [user.queryHotelInfo.path]: ({ body }) =>
      (body as { hotelCode: string }).hotelCode === 'OLD' ? late.promise : { data: { zwmc: '云栖', yyzzmc: '云栖酒店', fr: '林' } },
  })
  const { mouse } = show(
    <SchemaForm of={user.update} initial={{}}>
      <HotelFields />
    </SchemaForm>,
  )
  const code = await screen.findByPlaceholderText('请填写酒店编码')
  await mouse.type(code, 'OLD{Enter}')
  await mouse.clear(code)
  await mouse.type(code, 'NEW{Enter}')
  const found = () => screen.getAllByRole<HTMLInputElement>('textbox').map((one) => one.value)
  await waitFor(() => expect(found()).toContain('云栖'))
  late.resolve(refused('hotelUnknown'))
  await late.promise
  await waitFor(() => expect(document.querySelector('.ant-spin-spinning')).toBeNull())
  expect(found()).toContain('云栖')
  expect(shownNotices).toEqual([])
})
