// Builds the printable document of a handed-in paper, restricted to what its reader may see.
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { exState, paperState, PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import type { Block, SheetDoc, Tone } from '../../../kernel/typeset/typeset.ts'

type Item = { tag: string; content: string; image?: string | undefined }
type Key = { right: string[]; blanks: string[]; pairs: [string, string][]; modelAnswer: string; analysis: string }
type Question = {
  quType: number
  content: string
  score: number
  answerList: Item[]
  blankCount: number
  left: Item[]
  right: Item[]
  answer: Answer | null
  markState: 'blank' | 'right' | 'wrong' | 'partial' | 'pending' | 'hidden'
  gained: number | null
  comment: string
  key: Key | null
  fixed: 'key' | 'full' | 'drop' | null
}
type Group = { title: string; totalScore: number; gained: number | null; quList: (Question & { subList: Question[] })[] }
export type PrintedPaper = {
  title: string
  realName: string
  userName: string
  deptCode_dictText: string
  state: keyof typeof paperState
  exState: keyof typeof exState
  score: number | null
  totalScore: number
  passed: boolean | null
  startTime: Date
  handTime: Date | null
  userTime: number
  receiptNo: string
  groups: Group[]
}

const marks: Record<Question['markState'], { mark: string; tone: Tone }> = {
  right: { mark: '正确', tone: 'good' },
  wrong: { mark: '错误', tone: 'bad' },
  partial: { mark: '部分正确', tone: 'warn' },
  blank: { mark: '未作答', tone: 'bad' },
  pending: { mark: '待阅卷', tone: 'dim' },
  hidden: { mark: '', tone: 'dim' },
}
const NONE = '未作答'
/** Notes on questions that were changed after the exam. */
const fixedTexts = {
  key: '本题答案已修正，成绩按修正后的答案计算。',
  full: '本题已作废，所有考生均得满分。',
  drop: '本题已作废，不计入总分。',
}
const VOID = { mark: '已作废', tone: 'dim' as Tone }
const points = (gained: number | null, score: number) =>
  gained === null ? `${formatPoints(score)} 分` : `得 ${formatPoints(gained)} / ${formatPoints(score)} 分`

/** The document of a paper; scores in 1/100 point. */
export function printedPaper(paper: PrintedPaper, school: string): SheetDoc {
  let number = 0
  const blocks = paper.groups
    .filter(({ quList }) => quList.length > 0)
    .flatMap(({ title, gained, totalScore, quList }): Block[] => [
      { kind: 'heading', text: title, aside: points(gained, totalScore) },
      ...quList.flatMap((question) => questionBlocks(question, `${(number += 1)}.`)),
    ])
  return {
    school,
    title: paper.title,
    running: `${paper.title}　${paper.realName}`,
    foot: paper.receiptNo === '' ? '' : `回执编号 ${paper.receiptNo}`,
    facts: factsOf(paper),
    blocks,
  }
}

function factsOf(paper: PrintedPaper): [string, string][] {
  const total = formatPoints(paper.totalScore)
  const score =
    paper.score === null
      ? paper.state === PaperState.done
        ? '暂未公布'
        : paperState[paper.state]
      : `${formatPoints(paper.score)} / ${total}`
  const passed: [string, string][] = paper.passed === null ? [] : [['结果', paper.passed ? '及格' : '不及格']]
  return [
    ['姓名', paper.realName],
    ['账号', paper.userName],
    ['部门', paper.deptCode_dictText || '—'],
    ['得分', score],
    ...passed,
    ['开始', toWallClock(paper.startTime)],
    ['交卷', paper.handTime ? toWallClock(paper.handTime) : '—'],
    ['用时', `${paper.userTime} 分钟`],
    ...(paper.exState === ExState.normal ? [] : [['交卷方式', exState[paper.exState]] as [string, string]]),
  ]
}

function questionBlocks(question: Group['quList'][number], number: string): Block[] {
  const parts = question.subList.map((sub, at) => questionBlock(sub, `（${at + 1}）`, true))
  return [questionBlock(question, number, false), ...parts]
}

function questionBlock(question: Question, number: string, part: boolean): Block {
  const { fixed } = question
  const { mark, tone } = fixed === 'full' || fixed === 'drop' ? VOID : marks[question.markState]
  const blocks: Block[] = [{ kind: 'prose', prose: { html: question.content } }, ...answerBlocks(question)]
  // sub-questions of a void question are void as well; the note stands at the question only
  if (fixed && !(part && fixed !== 'key')) blocks.push({ kind: 'note', label: '说明', prose: { text: fixedTexts[fixed] } })
  if (question.comment !== '') blocks.push({ kind: 'note', label: '评语', prose: { text: question.comment } })
  if (question.key && question.key.analysis !== '') blocks.push({ kind: 'note', label: '解析', prose: { html: question.key.analysis } })
  return {
    kind: 'question',
    number,
    label: quTypeText[question.quType as keyof typeof quTypeText] ?? '',
    aside: [mark, fixed === 'drop' ? '不计分' : points(question.gained, question.score)].filter((one) => one !== '').join('　'),
    tone,
    part,
    blocks,
  }
}

function answerBlocks(question: Question): Block[] {
  switch (question.quType) {
    case QuType.composite:
      return []
    case QuType.shortAnswer:
      return textBlocks(question)
    case QuType.fillIn:
      return [blankTable(question)]
    case QuType.matching:
      return matchBlocks(question)
    default:
      return choiceBlocks(question)
  }
}

function choiceBlocks({ answerList, answer, key }: Question): Block[] {
  const own = answer && 'tags' in answer ? answer.tags : []
  const items = answerList.map(({ tag, content, image }) => {
    const isRight = key?.right.includes(tag) ?? false
    const chosen = own.includes(tag)
    const note = [...(chosen ? ['已选'] : []), ...(isRight ? ['✓ 正确答案'] : chosen && key ? ['✗'] : [])].join(' ')
    const tone: Tone = isRight ? 'good' : chosen && key ? 'bad' : 'plain'
    return { tag, prose: { html: content, image }, note, tone }
  })
  const lines: Block[] = [{ kind: 'line', label: '作答', text: own.length > 0 ? own.join('、') : NONE, tone: 'plain' }]
  if (key) lines.push({ kind: 'line', label: '正确答案', text: key.right.join('、'), tone: 'good' })
  return [{ kind: 'choices', items }, ...lines]
}

function textBlocks({ answer, key }: Question): Block[] {
  const text = answer && 'text' in answer ? answer.text : ''
  const blocks: Block[] = [{ kind: 'note', label: '作答', prose: text === '' ? { text: NONE } : { html: text } }]
  if (key && key.modelAnswer !== '') blocks.push({ kind: 'note', label: '参考答案', prose: { html: key.modelAnswer } })
  return blocks
}

function blankTable({ blankCount, answer, key }: Question): Block {
  const own = answer && 'blanks' in answer ? answer.blanks : []
  const rows = Array.from({ length: blankCount }, (_, at) => [
    { prose: { text: String(at + 1) }, tone: 'dim' as const },
    { prose: { text: own[at] || NONE }, tone: own[at] ? ('plain' as const) : ('dim' as const) },
    ...(key ? [{ prose: { text: splitAlternatives(key.blanks[at] ?? '').join(' / ') }, tone: 'good' as const }] : []),
  ])
  return { kind: 'table', header: ['空', '作答', ...(key ? ['正确答案'] : [])], rows }
}

function matchBlocks({ left, right, answer, key }: Question): Block[] {
  const own = answer && 'pairs' in answer ? answer.pairs : []
  const cell = (item: Item | undefined, tone: Tone) =>
    item ? { prose: { html: `${item.tag}. ${item.content}`, image: item.image }, tone } : { prose: { text: NONE }, tone: 'dim' as const }
  const partner = (pairs: readonly (readonly [string, string])[], tag: string) =>
    right.find((one) => one.tag === pairs.find(([from]) => from === tag)?.[1])
  const rows = left.map((item) => [
    cell(item, 'plain'),
    cell(partner(own, item.tag), 'plain'),
    ...(key ? [cell(partner(key.pairs, item.tag), 'good')] : []),
  ])
  const pool = right.map((item) => ({ tag: item.tag, prose: { html: item.content, image: item.image }, note: '', tone: 'plain' as const }))
  return [
    { kind: 'choices', items: pool },
    { kind: 'table', header: ['左项', '作答', ...(key ? ['正确答案'] : [])], rows },
  ]
}

const source = /<img\b[^>]*?\bsrc="([^"]+)"/g

/** The URLs of all pictures in a document. */
export function picturesIn(doc: SheetDoc): string[] {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    else if (value !== null && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) {
        if (name === 'image' && typeof one === 'string' && one !== '') found.add(one)
        else if (name === 'html' && typeof one === 'string')
          for (const [, src = ''] of one.matchAll(source)) found.add(src.replaceAll('&amp;', '&'))
        else walk(one)
      }
  }
  walk(doc.blocks)
  return [...found]
}

// characters that file systems refuse, and separators that would leave the folder
const LONGEST_PART = 40
// oxlint-disable-next-line no-control-regex -- these are what has to go
const unsafe = /[\u0000-\u001F\u007F\\/:*?"<>|]/g
const safePart = (text: string) => {
  const kept = text
    .normalize()
    .replaceAll(unsafe, '_')
    .trim()
    .replaceAll(/^\.+|(?<!\.)\.+$/g, '')
  return (kept.match(/./gsu) ?? []).slice(0, LONGEST_PART).join('')
}

/** File names `部门_姓名_账号.pdf`, valid in common file systems and unique without regard to case. */
export function fileNames(people: readonly { deptCode_dictText: string; realName: string; userName: string }[]): string[] {
  const used = new Map<string, number>()
  return people.map(({ deptCode_dictText: depart, realName, userName }) => {
    const name = [depart || '未分配部门', realName, userName].map(safePart).join('_')
    const times = (used.get(name.toLowerCase()) ?? 0) + 1
    used.set(name.toLowerCase(), times)
    return `${name}${times > 1 ? `（${times}）` : ''}.pdf`
  })
}
