// A larger fixed set (docs/assistant/gold.json): materials with the facts that questions should ask, and short answers that people have marked.
import { madeTypes } from '@shuyuan/contract/assist/questions/questions.ts'
import * as z from 'zod'
import { plainText } from '../../kernel/richtext.ts'
import { figuresOf, type Figures, type Pair } from './mark/agreement.rules.ts'
import type { Line } from './mark/opinion.rules.ts'
import { bare } from './material/plain.rules.ts'
import type { Draft } from './questions/generated.rules.ts'
import type { Want } from './questions/plan.rules.ts'

const word = z.string().trim().min(1)
const Fact = z.object({ sentence: word, answer: word })
const Material = z.object({
  trade: word,
  title: word,
  text: word,
  wants: z.array(z.object({ type: z.enum(Object.values(madeTypes)), count: z.int().min(1) })).min(1),
  facts: z.array(Fact).min(1),
})
/** `points` in points; `met`: the numbers of the lines from 1 that people find met */
const Mark = z.object({
  trade: word,
  question: word,
  modelAnswer: word,
  lines: z.array(z.object({ text: word, points: z.number().positive() })).min(1),
  answers: z.array(z.object({ kind: z.enum(['good', 'half', 'bad']), text: word, met: z.array(z.int().min(1)) })).min(1),
})
export const GoldSet = z.object({ materials: z.array(Material), marks: z.array(Mark) })
export type GoldSet = z.infer<typeof GoldSet>
export type GoldMaterial = z.infer<typeof Material>
export type GoldMark = z.infer<typeof Mark>
export type GoldAnswer = GoldMark['answers'][number]

const POINT = 100

export const wantsOf = ({ wants }: GoldMaterial): Want[] =>
  wants.map(({ type, count }) => ({
    quType: Number(Object.entries(madeTypes).find(([, text]) => text === type)?.[0]) as Want['quType'],
    count,
  }))

/** The lines of a question as an opinion reads them. */
export const linesOf = ({ lines }: GoldMark): Line[] =>
  lines.map(({ text, points }, at) => ({ id: String(at + 1), text, points: Math.round(points * POINT) }))

export const maxOf = (mark: GoldMark): number => linesOf(mark).reduce((sum, one) => sum + one.points, 0)

/** What people give the answer, in 1/100 point. */
export const givenFor = (mark: GoldMark, { met }: GoldAnswer): number =>
  linesOf(mark)
    .filter((one) => met.includes(Number(one.id)))
    .reduce((sum, one) => sum + one.points, 0)

/** How many facts questions ask, and how many of these questions have the expected answer in their key. A true-false question has no such key. */
export function coverage({ facts }: GoldMaterial, questions: readonly Draft[]): { asked: number; keyed: number; right: number } {
  const found = { asked: 0, keyed: 0, right: 0 }
  for (const { sentence, answer } of facts) {
    const of = questions.filter(({ origin }) => bare(sentence).includes(bare(origin.quote)) || bare(origin.quote).includes(bare(sentence)))
    if (of.length > 0) found.asked += 1
    const keys = of.map(keyOf).filter((key) => key !== undefined)
    found.keyed += keys.length
    found.right += keys.filter((key) => key !== '' && (key.includes(bare(answer)) || bare(answer).includes(key))).length
  }
  return found
}

/** The text of the key; undefined for a true-false question. */
function keyOf({ body }: Draft): string | undefined {
  const right = (body.options ?? []).filter((one) => one.isRight).map((one) => plainText(one.content))
  if (right.some((one) => one === '正确' || one === '错误')) return undefined
  const texts = [...right, ...(body.blanks ?? []).map((one) => one.answer), plainText(body.modelAnswer ?? '')]
  return bare(texts.join(''))
}

/** Agreement of opinions with people; a step is one point. */
export const agreementOf = (pairs: readonly Pair[], max: number): Figures => figuresOf(pairs, { step: POINT, max, least: 1 })
