// The editors of the types: what their controls make of a question. How one is opened, written and saved: e2e/bank.spec.ts.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { checkQuestion } from '@shuyuan/contract/qu/question-check.ts'
import { fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { type Draft, fromBody, newDraft, toBody } from './question-draft.ts'

// jsdom has no layout, so positions are stubbed. The editor is loaded here, because loading it takes long.
beforeAll(async () => {
  await import('../../../../shared/richtext/Editor.tsx')
  const nowhere = new DOMRect()
  Range.prototype.getBoundingClientRect = () => nowhere
  Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList
})

const box = (label: string) => screen.findByLabelText(label, { selector: '[contenteditable]' })
/** Texts are pasted, because jsdom types into no editor. */
const write = async (label: string, text: string) => {
  const getData = (type: string) => (type === 'text/plain' ? text : '')
  fireEvent.paste(await box(label), { clipboardData: { files: [], items: [], types: ['text/plain'], getData } })
}

/** @returns the user, and `made`: the question that would be saved, which has no problems */
async function opened(type: QuType, start: Partial<Draft> = {}) {
  const first = { ...newDraft(type), content: '<p>题</p>', ...start }
  let latest: Draft = first
  function Page() {
    const [draft, setDraft] = useState<Draft>(first)
    useEffect(() => {
      latest = draft
    }, [draft])
    return <BodyEditor type={type} draft={draft} change={setDraft} />
  }
  const { mouse } = show(<Page />)
  await box('题干')
  const made = () => {
    const body = toBody(type, latest)
    expect(checkQuestion(type, body)).toEqual([])
    return body
  }
  const click = async (label: string) => mouse.click(screen.getByLabelText(label))
  return { mouse, click, made }
}

it('options of a multiple choice have their letters anew when one is removed; its rule has points', async () => {
  const options = ['冷却', '窒息', '围观', '隔离'].map((content) => ({ tag: '', content, isRight: false }))
  const { options: rows } = fromBody({ ...toBody(QuType.multiple, newDraft(QuType.multiple)), options })
  const { mouse, click, made } = await opened(QuType.multiple, { options: rows })
  for (const letter of ['A', 'B', 'D']) await click(`${letter}是正确答案`)
  await click('删除选项C')
  await click('漏选计分')
  await mouse.click((await screen.findAllByText('漏选得固定分')).at(-1)!)
  fireEvent.change(screen.getByLabelText('漏选得分'), { target: { value: '0.5' } })
  expect(made()).toMatchObject({
    options: [{ isRight: true }, { isRight: true }, { tag: 'C', content: '隔离', isRight: true }],
    rule: { multiple: 'fixed', fixed: 50 },
  })
})

it('a statement is right or wrong', async () => {
  const { click, made } = await opened(QuType.trueFalse)
  await click('A是正确答案')
  await click('B是正确答案')
  expect(made().options).toMatchObject([{ isRight: false }, { isRight: true }])
})

it('a short answer has a model answer, and key words with their synonyms', async () => {
  const { mouse, made } = await opened(QuType.shortAnswer)
  await write('参考答案', '报警、疏散、扑救')
  await mouse.click(screen.getByText('添加关键词'))
  await mouse.type(screen.getByLabelText('第1组关键词'), '报警{Enter}119')
  expect(made()).toMatchObject({ modelAnswer: '<p>报警、疏散、扑救</p>', rule: { keywords: [{ words: '报警||119' }] } })
})

it('the items of a matching stand in pairs, beside one that has none', async () => {
  const { mouse, made } = await opened(QuType.matching)
  await write('左侧项A', 'A类')
  await write('左侧项B', 'B类')
  await write('右侧项a', '木材')
  await write('右侧项b', '汽油')
  await mouse.click(screen.getByText('添加干扰项'))
  await write('右侧项c', '钾钠')
  const { left, right, pairs } = made()
  expect(left.map((one) => one.content)).toEqual(['<p>A类</p>', '<p>B类</p>'])
  expect(right.map((one) => one.content)).toEqual(['<p>木材</p>', '<p>汽油</p>', '<p>钾钠</p>'])
  expect(pairs).toEqual([
    ['A', 'a'],
    ['B', 'b'],
  ])
})
