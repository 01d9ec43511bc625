// Makes an exam with fixed questions for tests, so that every paper has the same questions.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer, QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { makeExam } from '../exam/exam.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'
import { rightAnswer } from './exam-setup.factory.ts'

type TypeName = keyof typeof QuType

/** Makes an exam with the questions in the order of `counts`, 2 points each; by default two right questions pass. */
export async function makeFixedExam(
  ctx: Ctx,
  counts: Partial<Record<TypeName, number>>,
  settings: Partial<Input<typeof exam.save>> = {},
): Promise<{ examId: string; quIds: string[] }> {
  const bank: Record<string, unknown> = await makeBank(ctx, counts as Record<TypeName, number>)
  const quIds = (Object.keys(counts) as TypeName[]).flatMap((name) => bank[name] as string[])
  const quList = quIds.map((quId) => ({ quId, score: 200 }))
  const tmplId = await makeTmpl(ctx, { groups: [{ title: '全部', mode: 'fixed', quList, draws: [] }] })
  const examId = await makeExam(ctx, { passScore: Math.min(400, quIds.length * 200), ...settings, tmplId })
  return { examId, quIds }
}

/** The answer that chooses the options with these letters of the bank. */
export const choose = (key: QuestionKey, bankTags: string): Answer => ({
  tags: Object.entries(key.origin).flatMap(([tag, own]) => (bankTags.includes(own) ? [tag] : [])),
})

/** A right answer, or a wrong one: a wrong option of a choice, no answer for other types. */
export function answerAs(key: QuestionKey, right: boolean): Answer | null {
  if (right) return rightAnswer(key)
  const wrong = Object.keys(key.origin).find((tag) => /^[A-Z]$/.test(tag) && !key.right.includes(tag))
  return 'tags' in rightAnswer(key) ? { tags: [wrong ?? ''] } : null
}
