// Prepares a question for storage: sanitizes it, drops fields its type does not use, computes title and fingerprint.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { isStorable } from '@shuyuan/contract/kernel/field.ts'
import {
  type MatchItem,
  type Option,
  type QuestionBody,
  QuType,
  type ScoreRule,
  type SimpleQuestion,
} from '@shuyuan/contract/qu/content.ts'
import { checkQuestion, type Finding } from '@shuyuan/contract/qu/question-check.ts'
import { sameLook } from '@shuyuan/contract/qu/rich-content.ts'
import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { cleanHtml, plainText } from '../../../kernel/richtext.ts'

type Simple = Omit<SimpleQuestion, 'quType'>
type Item = z.infer<typeof MatchItem>

const MAX_TITLE = 2_000
const rulesOf: Record<number, (keyof ScoreRule)[]> = {
  [QuType.single]: ['penalty'],
  [QuType.multiple]: ['multiple', 'fixed', 'penalty'],
  [QuType.trueFalse]: ['penalty'],
  [QuType.shortAnswer]: ['keywords'],
  [QuType.fillIn]: ['credit', 'order'],
  [QuType.matching]: ['matching'],
}
const hasOptions = (type: number) => type === QuType.single || type === QuType.multiple || type === QuType.trueFalse

/** Sanitizes the HTML (`hosts` as in `cleanHtml`), keeps only the fields of the type and numbers sub-questions without an id. */
export function tidyBody(type: number, body: QuestionBody, hosts?: readonly string[]): QuestionBody {
  const subs = type === QuType.composite ? withIds(body.subs).map((sub) => tidySub(sub, hosts)) : []
  return { ...tidySimple(type, body, hosts), subs }
}

const tidySub = ({ id, weight, ...sub }: QuestionBody['subs'][number], hosts?: readonly string[]) => ({
  ...tidySimple(sub.quType, sub, hosts),
  quType: sub.quType,
  id,
  weight,
})

function tidySimple(type: number, body: Simple, hosts?: readonly string[]): Simple {
  const clean = (text: string) => cleanHtml(text, hosts)
  const tidyItem = (item: Item): Item => defined({ ...item, content: clean(item.content) })
  const matching = type === QuType.matching
  return {
    content: clean(body.content),
    analysis: clean(body.analysis),
    options: hasOptions(type) ? body.options.map((option) => tidyOption({ ...option, content: clean(option.content) }, body.rule)) : [],
    blanks: type === QuType.fillIn ? body.blanks.map(defined) : [],
    left: matching ? body.left.map(tidyItem) : [],
    right: matching ? body.right.map(tidyItem) : [],
    pairs: matching ? body.pairs : [],
    modelAnswer: type === QuType.shortAnswer ? clean(body.modelAnswer) : '',
    rule: Object.fromEntries((rulesOf[type] ?? []).flatMap((key) => (body.rule[key] === undefined ? [] : [[key, body.rule[key]]]))),
  }
}

const defined = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

function tidyOption({ points, pinned, image, ...option }: Option, rule: ScoreRule): Option {
  return defined({
    ...option,
    image: image === '' ? undefined : image,
    pinned: pinned || undefined,
    points: rule.multiple === 'perOption' ? points : undefined,
  })
}

/** Subs keep their ids through edits; new ones get the next number. */
function withIds(subs: QuestionBody['subs']) {
  let last = Math.max(0, ...subs.map((sub) => (/^\d{1,9}$/.test(sub.id) ? Number(sub.id) : 0)))
  return subs.map((sub) => (sub.id === '' ? { ...sub, id: String(++last) } : sub))
}

/** The problems of a tidied question; empty if it may be stored. */
export function findingsOf(type: number, body: QuestionBody): Finding[] {
  const found = checkQuestion(type, body)
  if (!storable(body)) found.push({ path: 'content', message: say('questionUnstorable'), level: 'error' })
  for (const [i, { image }] of body.options.entries())
    if (image !== undefined && !/^(?:\/files\/|https?:\/\/)/.test(image))
      found.push({ path: `options.${i}.image`, message: say('pictureAddressWrong'), level: 'error' })
  return found
}

function storable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(storable)
}

const emphasis = /<\/?(?:strong|b|em|i|u|s|sub|sup|mark|a|code)(?:\s[^>]*)?>/g

/** The stem as plain text for lists and search; emphasis inside a word does not split it. */
export const titleOf = (body: Pick<QuestionBody, 'content'>) =>
  plainText(body.content.replaceAll(emphasis, '')).slice(0, MAX_TITLE).toWellFormed()

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const look = (html: string) =>
  sameLook(html)
    .replaceAll(/&(lt|gt|quot|amp);/g, (_all, name: string) => named[name] ?? '')
    .normalize('NFC')
    .replaceAll(/\s+/g, '')
const looks = (items: { content: string; image?: string | undefined }[]) =>
  items.map((one) => `${look(one.content)} ${one.image ?? ''}`).sort()

/** SHA-256 of type, stem and options, independent of markup, spaces and the order of options: finds repeated questions. */
export function fingerprintOf(type: number, body: QuestionBody): Buffer {
  const parts = (kind: number, one: Simple) => [kind, look(one.content), looks(one.options), looks(one.left), looks(one.right)]
  const whole = [parts(type, body), ...body.subs.map((sub) => parts(sub.quType, sub))]
  return createHash('sha256').update(JSON.stringify(whole)).digest()
}
