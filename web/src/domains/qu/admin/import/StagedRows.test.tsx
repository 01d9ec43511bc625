import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import { StagedRows } from './StagedRows.tsx'

const staged = (row: number, title: string, more: object) => ({
  row,
  quType: QuType.single,
  level: QuLevel.normal,
  chapter: '',
  tags: [],
  title,
  problems: [],
  hasError: false,
  duplicateOf: '',
  duplicateRow: null,
  chosen: true,
  body: QuestionBody.parse({
    content: `<p>${title}</p>`,
    options: [
      { tag: 'A', content: '<p>甲</p>', isRight: true },
      { tag: 'B', content: '<p>乙</p>', isRight: false },
    ],
  }),
  ...more,
})

it('shows options and answers, and names no type where the file has none that is known', async () => {
  const unknown = {
    quType: QuType.shortAnswer,
    hasError: true,
    chosen: false,
    problems: [{ field: '题型', msg: '没有这种题型', level: 'error' }],
  }
  fakeServer({ [quImport.paging.path]: page([staged(2, '火警电话', {}), staged(3, '看图回答', unknown)]) })
  const staging = { id: '1', format: 'xlsx' } as Parameters<typeof StagedRows>[0]['staging']
  const nothing = () => undefined
  show(<StagedRows staging={staging} view={{ kind: 'all', page: 1, size: 20 }} onView={nothing} onEdit={nothing} onPreview={nothing} />)
  const [right, wrong] = (await screen.findAllByRole('listitem')).filter((one) => within(one).queryByRole('checkbox'))
  expect(right?.textContent).toContain('单选题')
  expect(right?.textContent).toMatch(/甲.*乙/)
  expect(within(within(right!).getByText('甲').closest('li')!).getByLabelText('正确答案')).toBeTruthy()
  expect(wrong?.textContent).toContain('题型不明')
  expect(wrong?.textContent).not.toContain('简答题')
  expect(wrong?.textContent).toContain('没有这种题型')
})

it('a question that was made of a file names its page, with the words of the material', async () => {
  const origin = { title: '后厨卫生操作规范', page: 3, quote: '揉搓不少于20秒' }
  fakeServer({ [quImport.paging.path]: page([staged(1, '洗手', { chosen: false, origin })]) })
  const staging = { id: '1', format: 'model' } as Parameters<typeof StagedRows>[0]['staging']
  const nothing = () => undefined
  show(<StagedRows staging={staging} view={{ kind: 'all', page: 1, size: 20 }} onView={nothing} onEdit={nothing} onPreview={nothing} />)
  expect((await screen.findByText('揉搓不少于20秒')).closest('p')?.textContent).toBe('出处：《后厨卫生操作规范》第 3 页 揉搓不少于20秒')
})
