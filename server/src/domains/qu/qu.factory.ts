// Makes questions for tests, load tests and demo data.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { type qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { makeRepo } from '../repo/repo.factory.ts'
import { insertQuestions } from './bank/insert.service.ts'

type QuestionInput = Body<typeof qu.save>['body']
type TypeName = keyof typeof QuType
type Given = { repoId: string; quType?: number; level?: number; chapterId?: string; content?: string; body?: Partial<QuestionInput> }

const text = (words: string) => `<p>${words}</p>`
const options = (words: string[], right: number[]) =>
  words.map((one, i) => ({ tag: String.fromCharCode(65 + i), content: text(one), isRight: right.includes(i) }))

const simple = {
  single: { options: options(['甲', '乙', '丙', '丁'], [0]) },
  multiple: { options: options(['甲', '乙', '丙', '丁'], [0, 1]) },
  trueFalse: { options: options(['正确', '错误'], [0]) },
  shortAnswer: { modelAnswer: text('参考答案') },
  fillIn: { blanks: [{ answer: '119||一一九' }, { answer: '120' }] },
  matching: {
    left: ['红', '黄'].map((one, i) => ({ tag: 'AB'.charAt(i), content: text(one) })),
    right: ['停', '等', '行'].map((one, i) => ({ tag: 'abc'.charAt(i), content: text(one) })),
    pairs: [
      ['A', 'a'],
      ['B', 'b'],
    ],
  },
} satisfies Record<Exclude<TypeName, 'composite'>, Partial<QuestionInput>>
const samples: Record<TypeName, Partial<QuestionInput>> = {
  ...simple,
  composite: {
    subs: (['single', 'fillIn'] as const).map((name) => ({ ...simple[name], quType: QuType[name], id: '', content: text('小题') })),
  },
}
const nameOf = (type: number) => (Object.keys(QuType) as TypeName[]).find((name) => QuType[name] === type) ?? 'single'

/** A valid question; by default a single choice with key A. @returns its id */
export async function makeQuestion(
  ctx: Ctx,
  { repoId, quType: type = QuType.single, level = QuLevel.normal, chapterId, content = '试题', body }: Given,
) {
  const question = { content: text(content), ...samples[nameOf(type)], ...body }
  const [id = ''] = await insertQuestions(ctx, repoId, [{ quType: type, level, chapterId: chapterId ?? null, body: question }])
  return id
}

/** A new bank with the given number of questions by type, e.g. `{ single: 6, multiple: 2 }`. @returns its id, and the questions' ids by type */
export async function makeBank<T extends TypeName>(ctx: Ctx, counts: Record<T, number>): Promise<{ repoId: string } & Record<T, string[]>> {
  const { id: repoId } = await makeRepo(ctx)
  const ids = {} as Record<T, string[]>
  for (const name of Object.keys(counts) as T[]) {
    const rows = Array.from({ length: counts[name] }, (_, i) => ({
      quType: QuType[name],
      level: QuLevel.normal,
      chapterId: null,
      body: { content: text(`${name} ${i + 1}`), ...samples[name] },
    }))
    ids[name] = await insertQuestions(ctx, repoId, rows)
  }
  return { repoId, ...ids }
}
