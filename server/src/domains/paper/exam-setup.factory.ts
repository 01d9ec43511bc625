// Sets up an exam for tests: a bank with every question type, a template, an exam, and the right answers to its papers.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { makeExam } from '../exam/exam.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'
import type { FrozenGroup } from './question/freeze.rules.ts'
import { referencesIn } from './question/reference.rules.ts'
import { contentColumns, frozenColumns, keyColumns, storedContent, storedKeys } from './question/stored.service.ts'

type TypeName = keyof typeof QuType
export type ExamSetup = { repoId: string; tmplId: string; examId: string }

/**
 * Makes an exam on a bank with twice the questions drawn; each question has 2 points, composites 4. By default two single choices and one
 * question of each other type except short answers.
 */
export async function setUpExam(
  ctx: Ctx,
  settings: Partial<Input<typeof exam.save>> = {},
  counts: Partial<Record<TypeName, number>> = { single: 2, multiple: 1, trueFalse: 1, fillIn: 1, matching: 1, composite: 1 },
): Promise<ExamSetup> {
  const names = Object.keys(counts) as TypeName[]
  const stock = Object.fromEntries(names.map((name) => [name, (counts[name] ?? 0) * 2])) as Record<TypeName, number>
  const { repoId } = await makeBank(ctx, stock)
  const groups = names.map((name) => ({
    title: name,
    mode: 'draw' as const,
    quList: [],
    draws: [
      {
        repoId,
        chapterId: '',
        quType: QuType[name],
        level: null,
        count: counts[name] ?? 0,
        perScore: name === 'composite' ? 400 : 200,
      },
    ],
  }))
  const tmplId = await makeTmpl(ctx, { groups })
  const examId = await makeExam(ctx, { tmplId, ...settings })
  return { repoId, tmplId, examId }
}

/** The frozen keys of a paper by question id. */
export async function keysOf({ db }: Pick<Ctx, 'db'>, paperId: string): Promise<Map<string, QuestionKey>> {
  const row = await db.selectFrom('paper').where('id', '=', paperId).select(keyColumns).executeTakeFirstOrThrow()
  return new Map((await storedKeys({ db }, row)).map((key) => [key.quId, key]))
}

/** Makes a paper hold its questions itself, as papers of earlier versions do. @param change of its content */
export async function holdQuestions({ db }: Pick<Ctx, 'db'>, paperId: string, change = (content: FrozenGroup[]) => content) {
  const row = await db.selectFrom('paper').where('id', '=', paperId).select(frozenColumns).executeTakeFirstOrThrow()
  const own = { content: json(change(await storedContent({ db }, row))), keys: json(await storedKeys({ db }, row)) }
  await db
    .updateTable('paper')
    .set({ ...own, layout: null, questionIds: null, refs: null })
    .where('id', '=', paperId)
    .execute()
}

/** The bank's ids of the questions of a paper by their references, the ids that its candidate sees. */
export async function bankIdsOf({ db }: Pick<Ctx, 'db'>, paperId: string): Promise<Map<string, string>> {
  const row = await db.selectFrom('paper').where('id', '=', paperId).select(contentColumns).executeTakeFirstOrThrow()
  return new Map([...referencesIn(await storedContent({ db }, row))].map(([quId, reference]) => [reference, quId]))
}

/** The frozen keys of a paper by reference. */
export async function keysByReference(ctx: Pick<Ctx, 'db'>, paperId: string): Promise<Map<string, QuestionKey>> {
  const keys = await keysOf(ctx, paperId)
  return new Map([...(await bankIdsOf(ctx, paperId))].map(([reference, quId]) => [reference, keys.get(quId)!]))
}

/** The answer with full marks. */
export function rightAnswer(key: QuestionKey): Answer {
  switch (key.quType) {
    case QuType.composite:
      return {
        subs: Object.fromEntries(key.subs.map((sub) => [sub.quId, rightAnswer(sub)])) as Extract<Answer, { subs: unknown }>['subs'],
      }
    case QuType.shortAnswer:
      return { text: '<p>参考答案</p>' }
    case QuType.fillIn:
      return { blanks: key.blanks.map((blank) => blank.answer.split('||')[0] ?? '') }
    case QuType.matching:
      return { pairs: key.pairs }
    default:
      return { tags: key.right }
  }
}
