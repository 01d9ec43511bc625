// An exam on one fixed paper for tests, so that the same question can be followed through all papers.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer, QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { makeExam } from '../exam/exam.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'
import { rightAnswer } from './exam-setup.factory.ts'

type TypeName = keyof typeof QuType

/** Questions in the order of `counts`, 2 points each; passed with two of them right unless told otherwise. */
export async function makeFixedExam(
  ctx: Ctx,
  counts: Partial<Record<TypeName, number>>,
  terms: Partial<Input<typeof exam.save>> = {},
): Promise<{ examId: string; quIds: string[] }> {
  const bank: Record<string, unknown> = await makeBank(ctx, counts as Record<TypeName, number>)
  const quIds = (Object.keys(counts) as TypeName[]).flatMap((name) => bank[name] as string[])
  const quList = quIds.map((quId) => ({ quId, score: 200 }))
  const tmplId = await makeTmpl(ctx, { groups: [{ title: '全部', mode: 'fixed', quList, draws: [] }] })
  const examId = await makeExam(ctx, { passScore: Math.min(400, quIds.length * 200), ...terms, tmplId })
  return { examId, quIds }
}

/** The answer that chooses these letters of the bank. */
export const choose = (key: QuestionKey, bankTags: string): Answer => ({
  tags: Object.entries(key.origin).flatMap(([tag, own]) => (bankTags.includes(own) ? [tag] : [])),
})

/** Everything where it is to be right; else nothing right, and of a choice a wrong option. */
export function answerAs(key: QuestionKey, right: boolean): Answer | null {
  if (right) return rightAnswer(key)
  const wrong = Object.keys(key.origin).find((tag) => /^[A-Z]$/.test(tag) && !key.right.includes(tag))
  return 'tags' in rightAnswer(key) ? { tags: [wrong ?? ''] } : null
}
