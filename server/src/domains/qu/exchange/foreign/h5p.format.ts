// Parses H5P packages (h5p.org): `content/content.json` of single questions, question sets and whatever holds such questions.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { fail } from '../../../../kernel/fail.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type BodyInput, judgement, optionsOf, type Reading, type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { escape, PackageMedia } from './package-media.format.ts'

type Json = { [name: string]: unknown }
type Read = { quType: number; body: BodyInput; notes?: Message[] }
/** Nested content beyond this is no question set. */
const MAX_DEPTH = 40
const CONTENT = 'content/'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isTrue = (value: unknown) => value === true || value === 'true'

function json(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(
      Buffer.from(bytes ?? [])
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  } catch {
    return undefined
  }
}

/** Whether these are the files of an H5P package. */
export const isH5p = (files: ReadonlyMap<string, Uint8Array>): boolean => files.has('h5p.json') && files.has('content/content.json')

/** Content that is no question and has no answer. */
const silent = /^H5P\.(?:AdvancedText|Text|Image|Video|Audio|Link|Table|Accordion|IFrameEmbed|ContinuousText|Agamotto|ImageHotspots)$/

class Package {
  readonly questions: ReadQuestion[] = []
  readonly media: PackageMedia
  texts = 0

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.media = new PackageMedia((path) => files.get(`${CONTENT}${path}`))
  }

  /** A question of a library, or everything that content of another library holds. */
  add(library: string, params: unknown, depth = 0): void {
    const [name = ''] = library.split(' ')
    const kind = kinds[name]
    if (kind && isObject(params))
      this.#question(
        name,
        kind(params, (html) => this.#html(html)),
        params,
      )
    else if (silent.test(name)) this.texts += 1
    else if (!this.#within(params, depth) && depth > 0) this.#unknown(name, params)
  }

  /** Whether content of libraries was found within. */
  #within(value: unknown, depth: number): boolean {
    if (depth > MAX_DEPTH) return false
    if (Array.isArray(value)) return value.map((one) => this.#within(one, depth + 1)).some(Boolean)
    if (!isObject(value)) return false
    if (typeof value.library === 'string' && 'params' in value) {
      this.add(value.library, value.params, depth + 1)
      return true
    }
    return Object.entries(value)
      .filter(([key]) => key !== 'media')
      .map(([, one]) => this.#within(one, depth + 1))
      .some(Boolean)
  }

  #unknown(name: string, params: unknown): void {
    const title = isObject(params) ? [params.question, params.taskDescription, params.intro].map(textOf).find((one) => one !== '') : ''
    this.questions.push(unreadable(this.questions.length + 1, this.#html(title ?? ''), say('moodleTypeUnknown', { type: name })))
  }

  #question(name: string, read: Read | undefined, params: Json): void {
    if (!read) return this.#unknown(name, params)
    const row = this.questions.length + 1
    const content = `${this.#picture(params)}${read.body.content}`
    this.media.missing.clear()
    const body = JSON.parse(JSON.stringify({ ...read.body, content }), (_key, value: unknown) =>
      typeof value === 'string' ? this.media.placed(value) : value,
    ) as BodyInput
    const lost = [...this.media.missing].map((file) => warn(row, '题干', say('archiveFileMissing', { file })))
    const problems = [...(read.notes ?? []).map((note) => warn(row, '答案', note)), ...lost]
    this.questions.push({ row, chapter: '', quType: read.quType, level: QuLevel.normal, tags: [], body, problems })
  }

  #picture({ media }: Json): string {
    const type = isObject(media) && isObject(media.type) ? media.type : isObject(media) ? media : {}
    const params = isObject(type.params) ? type.params : {}
    const file = isObject(params.file) ? textOf(params.file.path) : ''
    return file === '' ? '' : this.media.picture(file, textOf(params.alt))
  }

  #html(html: string): string {
    const text = html.trim()
    return formulasIn(text.includes('<') || text === '' ? text : `<p>${text}</p>`)
  }
}

type Html = (html: string) => string
const star = /\*([^*]+)\*/g

/** Gaps between stars: `*answer/alternative:tip*`. */
function gapsIn(text: string): { content: string; answers: string[] } {
  const answers: string[] = []
  const content = text.replaceAll(star, (_all, inner: string) => {
    const [answer = ''] = inner.split(/:(?!\/\/)/)
    answers.push(
      plainText(answer)
        .split(/(?<!\\)\//)
        .map((one) =>
          one
            .trim()
            .replaceAll(String.raw`\/`, '/')
            .replaceAll('||', String.raw`\||`),
        )
        .filter((one) => one !== '')
        .join('||'),
    )
    return '____'
  })
  return { content, answers }
}
const hasTip = (text: string) => [...text.matchAll(star)].some(([, inner = '']) => /:(?!\/\/)/.test(inner))

const kinds: Record<string, (params: Json, html: Html) => Read | undefined> = {
  'H5P.MultiChoice': ({ question, answers, behaviour }, html) => {
    const given = objects(answers).map((one) => ({ content: html(textOf(one.text)), isRight: isTrue(one.correct), all: one }))
    const rights = given.filter((one) => one.isRight).length
    const type = isObject(behaviour) ? textOf(behaviour.type) : ''
    const isMany = type === 'multi' || rights > 1
    const feedback = given.some(
      ({ all: { tipsAndFeedback } }) =>
        isObject(tipsAndFeedback) && Object.values(tipsAndFeedback).some((one) => plainText(textOf(one)) !== ''),
    )
    const notes = [...(feedback ? [say('feedbackSkipped')] : []), ...(type === 'single' && rights > 1 ? [say('h5pAnyOf')] : [])]
    const options = optionsOf(given.map(({ content, isRight }) => ({ content, isRight })))
    return { quType: isMany ? QuType.multiple : QuType.single, body: { content: html(textOf(question)), options }, notes }
  },
  'H5P.TrueFalse': ({ question, correct }, html) => ({
    quType: QuType.trueFalse,
    body: { content: html(textOf(question)), options: judgement(isTrue(correct)) },
  }),
  'H5P.SingleChoiceSet': () => undefined,
  'H5P.Blanks': ({ text, questions, behaviour }, html) => {
    const parts = (Array.isArray(questions) ? questions.map(textOf) : []).map((one) => ({ ...gapsIn(one), hasTip: hasTip(one) }))
    const caseSensitive = isObject(behaviour) && isTrue(behaviour.caseSensitive)
    const blanks = parts.flatMap((one) => one.answers).map((answer) => ({ answer, ...(caseSensitive ? { caseSensitive } : {}) }))
    const content = [textOf(text), ...parts.map((one) => one.content)].map(html).join('')
    return { quType: QuType.fillIn, body: { content, blanks }, notes: parts.some((one) => one.hasTip) ? [say('hintsSkipped')] : [] }
  },
  'H5P.DragText': ({ taskDescription, textField, distractors }, html) => {
    const lines = textOf(textField)
    const { content, answers } = gapsIn(lines)
    const words = [...answers, ...gapsIn(textOf(distractors)).answers].toSorted((a, b) => a.localeCompare(b, 'zh-CN'))
    const body = content
      .split('\n')
      .map((line) => html(escape(line.trim())))
      .join('')
    const stem = `${html(textOf(taskDescription))}${body}<p>（${words.map(escape).join('；')}）</p>`
    const notes = [say('h5pDragText'), ...(hasTip(lines) ? [say('hintsSkipped')] : [])]
    return { quType: QuType.fillIn, body: { content: stem, blanks: answers.map((answer) => ({ answer })) }, notes }
  },
  'H5P.Essay': ({ taskDescription, solution }, html) => ({
    quType: QuType.shortAnswer,
    body: { content: html(textOf(taskDescription)), modelAnswer: isObject(solution) ? html(textOf(solution.sample)) : '' },
  }),
}

/** Each question of a single choice set is a question; its first answer is the right one. */
function singleChoices(params: Json): Json[] {
  return objects(params.choices).map(({ question, answers }) => ({
    question,
    answers: (Array.isArray(answers) ? answers.map(textOf) : []).map((text, at) => ({ text, correct: at === 0 })),
  }))
}
/** Content with its single choice sets divided. */
const divided = (value: unknown, depth = 0): unknown => {
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((one) => divided(one, depth + 1))
  if (!isObject(value)) return value
  if (typeof value.library === 'string' && value.library.startsWith('H5P.SingleChoiceSet') && isObject(value.params))
    return singleChoices(value.params).map((params) => ({ library: 'H5P.MultiChoice', params }))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, divided(one, depth + 1)]))
}

/** Reads a package. Fails sheetBroken where its content is no JSON. */
export function readH5p(files: ReadonlyMap<string, Uint8Array>): Reading {
  const about = json(files.get('h5p.json'))
  const content = json(files.get('content/content.json'))
  if (!isObject(about) || !isObject(content)) return fail('sheetBroken', say('h5pBroken'))
  const main = textOf(about.mainLibrary)
  const whole = new Package(files)
  const parts = divided([{ library: main, params: content }]) as unknown[]
  const all = parts.flat()
  for (const one of objects(all)) whole.add(textOf(one.library), one.params)
  if (whole.questions.length === 0 && main !== '') return fail('sheetBroken', say('h5pNone', { type: main }))
  const notes = whole.texts > 0 ? [say('moodleDescriptions', { n: whole.texts })] : []
  return { questions: whole.questions, files: whole.media.files, notes }
}
