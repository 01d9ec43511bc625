// What a model wrote as questions, read without trust: what is not in the material, cannot be answered or is incomplete is left out.
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import { type DropReason, madeTypes } from '@shuyuan/contract/assist/questions/questions.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { type QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { StagedOrigin } from '@shuyuan/contract/qu/import/import.ts'
import * as z from 'zod'
import { paragraphsOf } from '../../../kernel/richtext.ts'
import type { Passage } from '../material/passages.rules.ts'
import { bare, hasChinese } from '../material/plain.rules.ts'

const types = Object.values(madeTypes)
/** The shape that a service gets with the request. */
export const GeneratedShape = z.object({
  questions: z.array(
    z.object({
      type: z.enum(types),
      stem: z.string(),
      options: z.array(z.string()),
      answer: z.array(z.string()),
      analysis: z.string(),
      level: z.enum(['普通', '较难']),
      quote: z.string(),
    }),
  ),
})
/** As an answer is read: one question that is wrong does not lose the others. */
export const Generated = z.object({ questions: z.array(z.unknown()).max(200) })

const Item = z.object({
  type: z.string(),
  stem: z.string().trim().min(2).max(2_000),
  options: z.array(z.coerce.string().max(500)).max(10).nullish(),
  answer: z.union([
    z.array(z.coerce.string().max(2_000)).min(1).max(20),
    z.coerce
      .string()
      .max(2_000)
      .transform((one) => [one]),
  ]),
  analysis: z.string().max(4_000).nullish(),
  level: z.unknown().optional(),
  quote: z.string().max(2_000),
})
type Item = z.infer<typeof Item>

const LEAST_QUOTE = 4
const BLANK = '____'
const letters = 'ABCDEFGHIJ'

/** A question as the staging takes it. */
export type Draft = {
  quType: number
  level: number
  chapter: string
  body: z.input<typeof QuestionBody>
  warnings: Message[]
  origin: StagedOrigin
}
export type Wish = { quType: number; level?: number | undefined; cite: boolean; title: string; chapter: string }
export type Checked = { question: Draft } | { dropped: DropReason }

/** Checks one question of an answer. `wanted` are the types that were asked for. */
export function checkedQuestion(
  raw: unknown,
  passages: readonly Passage[],
  wanted: ReadonlySet<number>,
  wish: Omit<Wish, 'quType'>,
): Checked {
  const read = Item.safeParse(raw)
  if (!read.success) return { dropped: 'wrong' }
  const item = read.data
  const quType = Number(Object.entries(madeTypes).find(([, text]) => text === item.type)?.[0])
  if (!wanted.has(quType)) return { dropped: 'wrong' }
  const passage = passageOf(item.quote, passages)
  if (!passage) return { dropped: 'quote' }
  if (hasChinese(passage.text) && !/\p{Script=Han}/u.test(item.stem)) return { dropped: 'language' }
  const body = bodies[quType]?.(item)
  if (typeof body !== 'object') return { dropped: body ?? 'wrong' }
  const origin: StagedOrigin = { title: wish.title.slice(0, 200), page: passage.at, quote: item.quote.trim() }
  const analysis = [item.analysis ?? '', ...(wish.cite ? [say('madeSource', { source: sourceOf(origin) }).zh] : [])]
  return {
    question: {
      quType,
      level: wish.level ?? (item.level === '较难' ? QuLevel.hard : QuLevel.normal),
      chapter: wish.chapter,
      body: {
        ...body,
        analysis: analysis
          .filter((one) => one.trim() !== '')
          .map(html)
          .join(''),
      },
      warnings: doubts(quType, item),
      origin,
    },
  }
}

/** 《…》第 3 页 */
const sourceOf = ({ title, page }: StagedOrigin) => `《${title}》${page > 0 ? `第 ${page} 页` : ''}`

/** The passage in which the quote stands, word for word. */
function passageOf(quote: string, passages: readonly Passage[]): Passage | undefined {
  const wanted = bare(quote)
  return wanted.length < LEAST_QUOTE ? undefined : passages.find((one) => bare(one.text).includes(wanted))
}

export const html = (text: string) => paragraphsOf(text.trim().split(/\n+/))

type Body = Omit<Draft['body'], 'analysis'>
const bodies: Record<number, (item: Item) => Body | DropReason> = {
  [QuType.single]: (item) => withOptions(item, (right) => right === 1),
  [QuType.multiple]: (item) => withOptions(item, (right) => right >= 2),
  [QuType.trueFalse]: trueFalse,
  [QuType.fillIn]: fillIn,
  [QuType.shortAnswer]: ({ stem, answer }) => ({ content: html(stem), modelAnswer: html(answer.join('\n')) }),
}

/** Options may come with their letters, and the answer as letters or as the texts of options. */
function withOptions({ stem, options, answer }: Item, isRightCount: (right: number) => boolean): Body | DropReason {
  const texts = (options ?? []).map((one) => one.replace(/^\s*[A-Ja-j]\s*[.．、)）:：]\s*/, '').trim())
  if (texts.length < 2 || texts.includes('')) return 'wrong'
  const given = answer.flatMap((one) =>
    /^[\sA-Ja-j,，、]+$/.test(one)
      ? one
          .toUpperCase()
          .replaceAll(/[^A-J]/g, '')
          .split('')
      : [one],
  )
  const right = new Set<number>()
  for (const one of given) {
    const at = one.length === 1 && letters.includes(one) ? letters.indexOf(one) : texts.findIndex((text) => bare(text) === bare(one))
    if (at < 0 || at >= texts.length) return 'answer'
    right.add(at)
  }
  if (!isRightCount(right.size)) return 'answer'
  return {
    content: html(stem),
    options: texts.map((text, at) => ({ tag: letters[at] ?? '', content: html(text), isRight: right.has(at) })),
  }
}

const yes = /^(?:正确|对|是|√|true|yes|a)$/i
const no = /^(?:错误|不正确|错|否|×|false|no|b)$/i
function trueFalse({ stem, answer }: Item): Body | DropReason {
  const said = (answer[0] ?? '').trim()
  if (answer.length !== 1 || (!yes.test(said) && !no.test(said))) return 'answer'
  const isTrue = yes.test(said)
  return {
    content: html(stem),
    options: [
      { tag: 'A', content: '<p>正确</p>', isRight: isTrue },
      { tag: 'B', content: '<p>错误</p>', isRight: !isTrue },
    ],
  }
}

function fillIn({ stem, answer, quote }: Item): Body | DropReason {
  const text = stem.replaceAll(/_{2,}|[（(]\s*[）)]/g, BLANK)
  const blanks = text.split(BLANK).length - 1
  const source = bare(quote)
  if (blanks === 0 || blanks !== answer.length) return 'blank'
  if (answer.some((one) => bare(one) === '' || !source.includes(bare(one)))) return 'blank'
  return { content: html(text), blanks: answer.map((one) => ({ answer: one.trim() })) }
}

/** What a person should look at. */
function doubts(quType: number, item: Item): Message[] {
  if (quType !== QuType.single && quType !== QuType.multiple) return []
  const body = withOptions(item, () => true)
  const options = typeof body === 'object' ? (body.options ?? []) : []
  const right = options.filter((one) => one.isRight).map((one) => bare(textOf(one.content)))
  const others = options.filter((one) => !one.isRight).map((one) => bare(textOf(one.content)))
  const stem = bare(item.stem)
  const quote = bare(item.quote)
  const found: Message[] = []
  if (right.some((one) => one.length >= 2 && stem.includes(one))) found.push(say('madeGiven'))
  if (others.length > 0 && right.some((one) => one.length > 6 && one.length > 1.5 * Math.max(...others.map((other) => other.length))))
    found.push(say('madeLongest'))
  if ([...right, ...others].some((one) => /以上(?:都|皆|全部?)(?:对|是|正确|错|不)/.test(one))) found.push(say('madeAll'))
  if (right.some((one) => (one.match(/\d+/g) ?? []).some((number) => !quote.includes(number)))) found.push(say('madeNumbers'))
  return found
}
const textOf = (content: string) => content.replaceAll(/<[^<>]*>/g, '')
