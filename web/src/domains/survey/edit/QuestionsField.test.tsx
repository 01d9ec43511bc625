// The editor of questions: adding, copying, moving by keyboard, conditions that follow.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { Field } from '../../../shared/form/Field.tsx'
import { withoutBrokenConditions } from './new-question.ts'
import { QuestionsField } from './QuestionsField.tsx'

type Questions = Body<typeof survey.save>['questions']
const questions: Questions = [
  {
    id: 'q1',
    type: 'single',
    title: '满意吗',
    options: [
      { id: 'a', text: '满意' },
      { id: 'b', text: '不满意' },
    ],
  },
  { id: 'q2', type: 'text', title: '为什么', showIf: { question: 'q1', values: ['b'] } },
]

function editor(given: Questions = questions) {
  const sent = fakeServer({ [survey.save.path]: { data: { id: '1' } } })
  const { mouse } = show(
    <SchemaForm
      of={survey.save}
      initial={{ title: '问卷', anonymous: true, openType: OpenType.all, questions: given.map((one) => SurveyQuestion.parse(one)) }}
    >
      <Field name="questions">
        <QuestionsField locked={false} />
      </Field>
    </SchemaForm>,
  )
  const save = async () => {
    await mouse.click(screen.getByRole('button', { name: '保存' }))
    return bodies(sent, survey.save).at(-1) as Body<typeof survey.save> | undefined
  }
  return { mouse, save }
}
const card = (n: number) => screen.getByRole('region', { name: `第 ${n} 题` })

test('a question is added and has the focus; Enter adds an option below', async () => {
  const { mouse } = editor()
  await mouse.click(screen.getByRole('button', { name: /多选/ }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '第 3 题的题目' }))
  await mouse.click(within(card(1)).getByRole('textbox', { name: '选项 1' }))
  await mouse.keyboard('{Enter}')
  const added = within(card(1)).getByRole<HTMLInputElement>('textbox', { name: '选项 2' })
  expect([document.activeElement, added.value]).toEqual([added, ''])
})

test('several lines that are pasted become several options', async () => {
  const { mouse, save } = editor()
  await mouse.click(within(card(1)).getByRole('textbox', { name: '选项 2' }))
  await mouse.paste('一般\n差')
  expect((await save())?.questions[0]!.options?.map((one) => one.text)).toEqual(['满意', '不满意', '一般', '差'])
})

test('a copy has keys of its own and stands below', async () => {
  const { mouse, save } = editor()
  await mouse.click(screen.getByRole('button', { name: '复制第 1 题' }))
  const body = await save()
  expect(body?.questions.map((one) => one.title)).toEqual(['满意吗', '满意吗', '为什么'])
  expect(new Set(body?.questions.map((one) => one.id)).size).toBe(3)
})

test('a question is shown by an answer to an earlier one', async () => {
  const { mouse, save } = editor([questions[0]!, { id: 'q2', type: 'text', title: '为什么' }])
  await mouse.click(within(card(2)).getByRole('combobox', { name: '显示条件' }))
  await mouse.click(await screen.findByTitle('当“1. 满意吗”选了'))
  expect((await save())?.questions[1]!.showIf).toMatchObject({ question: 'q1' })
})

test('what is missing is said with its number, and nothing is sent', async () => {
  const { mouse, save } = editor()
  await mouse.click(screen.getByRole('button', { name: '删除选项 2' }))
  expect(await save()).toBeUndefined()
  expect(await screen.findByText('第 1 题至少需要两个选项')).toBeTruthy()
})

test('nothing is complained of while one writes; then only what is empty is red', async () => {
  const { mouse, save } = editor()
  await mouse.click(screen.getByRole('button', { name: /多选/ }))
  await mouse.type(screen.getByRole('textbox', { name: '第 3 题的题目' }), '想学什么')
  await mouse.click(document.body)
  const red = () => [...document.querySelectorAll('[class*="status-error"]')].map((one) => one.getAttribute('aria-label'))
  expect([red(), screen.queryByText('请填写选项内容')]).toEqual([[], null])
  expect(await save()).toBeUndefined()
  // two options lack the same
  expect(await screen.findAllByText('请填写选项内容')).toHaveLength(1)
  expect(red()).toEqual(['选项 1', '选项 2'])
})

test('a condition falls with the question or the answer that it names', () => {
  const values = () => ['a', 'b']
  const [first, second] = questions.map((one) => SurveyQuestion.parse(one))
  expect(withoutBrokenConditions([second!, first!], values)[0]!.showIf).toBeNull()
  expect(withoutBrokenConditions([first!, second!], () => ['a'])[1]!.showIf).toBeNull()
  expect(withoutBrokenConditions([first!, second!], values)[1]).toEqual(second)
})
