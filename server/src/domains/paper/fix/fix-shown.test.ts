// How corrected and voided questions are shown to the readers of a paper.
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import type { Block } from '../../../kernel/typeset/typeset.ts'
import { runFixes } from './fix-run.service.ts'
import { makeFixedExam } from '../fixed.factory.ts'
import { bankIdsOf } from '../exam-setup.factory.ts'
import { printedPaper } from '../result/print.format.ts'
import { listedPapers, readMarked } from '../result/result.service.ts'

const { app, ann, teacher } = await startWith('ann', 'teacher')

async function sat(types: Parameters<typeof makeFixedExam>[1], given: boolean[], terms: Parameters<typeof makeFixedExam>[2] = {}) {
  const { examId, quIds } = await makeFixedExam(app.ctx(), types, terms)
  return { examId, quIds, id: await takePaper(app, ann, examId, answersFor(quIds, given)) }
}

async function make(draft: Body<typeof fix.preview>) {
  const { token } = await app.ok(fix.preview, draft, teacher.token)
  await app.ok(fix.commit, { ...draft, token, reason: '答案有误' }, teacher.token)
  await runFixes(app.app)
}
const result = async (id: string) => app.ok(paper['paper-result'], { id }, ann.token)
type ShownQuestion = { quId: string; fixed: string | null }
/** Sorts by the order of the exam's questions, because each paper shuffles them. */
const inOrder = async (id: string, quIds: string[], groups: { quList: ShownQuestion[] }[]) => {
  const bankIds = await bankIdsOf(app, id)
  return quIds.map((quId) => groups.flatMap(({ quList }) => quList).find((one) => (bankIds.get(one.quId) ?? one.quId) === quId)!.fixed)
}
const shownFixes = async (id: string, quIds: string[]) => inOrder(id, quIds, (await result(id)).groups)
/** The notes in a printed paper, by question. */
async function printed(id: string) {
  const row = await listedPapers(app.db).where('paper.id', '=', id).executeTakeFirstOrThrow()
  const marked = await readMarked(app.db, row, { score: true, answer: true })
  const { blocks } = printedPaper({ ...marked, userName: 'ann' }, '书院')
  const texts = (block: Block): string[] =>
    block.kind === 'question'
      ? [
          block.aside,
          ...block.blocks.flatMap((one) => (one.kind === 'note' && one.label === '说明' && 'text' in one.prose ? [one.prose.text] : [])),
        ]
      : []
  return blocks.filter((one) => one.kind === 'question').map(texts)
}

describe('a question changed after the exam', () => {
  test('is shown as changed to candidate and marker and in print; the group’s total leaves out dropped questions', async () => {
    const { examId, quIds, id } = await sat({ single: 3 }, [true, false, false], { showAnswer: 'handed', showScore: 'handed' })
    expect(await shownFixes(id, quIds)).toEqual([null, null, null])
    await make({ examId, quId: quIds[1]!, how: 'drop' })
    const item = await app.ok(fix.item, { examId, quId: quIds[2]! }, teacher.token)
    const other = item.answerList.find((one) => !item.rightTags.includes(one.tag))!
    await make({ examId, quId: quIds[2]!, how: 'key', key: { right: [...item.rightTags, other.tag] } })
    expect(await shownFixes(id, quIds)).toEqual([null, 'drop', 'key'])
    const seen = await result(id)
    expect(seen).toMatchObject({ totalScore: 4, groups: [{ totalScore: 4 }] })
    const marker = await app.ok(paper['review-paper'], { id }, teacher.token)
    expect(await inOrder(id, quIds, marker.groups)).toEqual([null, 'drop', 'key'])
    const sheet = await printed(id)
    expect(sheet).toContainEqual(['正确　得 2 / 2 分'])
    expect(sheet).toContainEqual(['已作废　不计分', '本题已作废，不计入总分。'])
    expect(sheet.flat()).toContain('本题答案已修正，成绩按修正后的答案计算。')
    const report = await app.ok(paper['result-report'], { id }, ann.token)
    expect(report.types).toMatchObject([{ count: 2, total: 4 }])
    await make({ examId, quId: quIds[1]!, how: 'restore' })
    expect(await shownFixes(id, quIds)).toEqual([null, null, 'key'])
  })

  test('that was voided with full marks says so, and so do its sub-questions', async () => {
    const { examId, quIds, id } = await sat({ composite: 1, single: 1 }, [false, true], { showAnswer: 'handed' })
    await make({ examId, quId: quIds[0]!, how: 'full' })
    const bankIds = await bankIdsOf(app, id)
    const whole = (await result(id)).groups[0]!.quList.find((one) => bankIds.get(one.quId) === quIds[0])
    expect([whole!.fixed, ...whole!.subList.map((one) => one.fixed)]).toEqual(['full', ...whole!.subList.map(() => 'full')])
    const sheet = await printed(id)
    expect(sheet.flat().filter((text) => text === '本题已作废，所有考生均得满分。')).toHaveLength(1)
  })

  test('is not shown as changed if the exam shows no answers', async () => {
    const { examId, quIds, id } = await sat({ single: 1 }, [true], { showAnswer: 'never', showScore: 'handed' })
    await make({ examId, quId: quIds[0]!, how: 'full' })
    expect(await shownFixes(id, quIds)).toEqual([null])
  })
})
