// Builds the printable document of a paper without a candidate: with space to write, or with its keys.
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import type { Block, SheetDoc, Tone } from '../../../kernel/typeset/typeset.ts'
import type { PrintedPaper } from './print.format.ts'

type Group = PrintedPaper['groups'][number]
type Question = Omit<Group['quList'][number], 'subList'>
export type BlankPaper = { title: string; quCount: number; totalScore: number; groups: Group[] }

const LINE = '＿＿＿＿＿＿＿＿'
const MATCH_PLACE = '（　　）'
/** Lines to write on, each 9 mm high. */
const WRITING_LINES = 6

const points = (score: number) => `${formatPoints(score)} 分`

/** The document of a paper with lines for the candidate's name; scores in 1/100 point. A question with a key is followed by it. */
export function blankPaper({ title, quCount, totalScore, groups }: BlankPaper, school: string): SheetDoc {
  let number = 0
  return {
    school,
    title,
    running: title,
    foot: '',
    facts: [
      ['姓名', LINE],
      ['部门', LINE],
      ['得分', LINE],
      ['题量', `${quCount} 题`],
      ['总分', points(totalScore)],
    ],
    blocks: groups
      .filter(({ quList }) => quList.length > 0)
      .flatMap((group): Block[] => [
        { kind: 'heading', text: group.title, aside: points(group.totalScore) },
        ...group.quList.flatMap((question) => [
          questionBlock(question, `${(number += 1)}.`, false),
          ...question.subList.map((sub, at) => questionBlock(sub, `（${at + 1}）`, true)),
        ]),
      ]),
  }
}

function questionBlock(question: Question, number: string, part: boolean): Block {
  const { content, quType, score, key } = question
  const blocks: Block[] = [{ kind: 'prose', prose: { html: content } }, ...answerBlocks(question)]
  if (key && key.analysis !== '') blocks.push({ kind: 'note', label: '解析', prose: { html: key.analysis } })
  const label = quTypeText[quType as keyof typeof quTypeText] ?? ''
  return { kind: 'question', number, label, aside: points(score), tone: 'dim', part, blocks }
}

function answerBlocks(question: Question): Block[] {
  switch (question.quType) {
    case QuType.composite:
      return []
    case QuType.shortAnswer:
      return textBlocks(question)
    case QuType.fillIn:
      return blankBlocks(question)
    case QuType.matching:
      return matchBlocks(question)
    default:
      return choiceBlocks(question)
  }
}

const items = (list: Question['left'], note: string, right: readonly string[]) =>
  list.map(({ tag, content, image }) => {
    const tone: Tone = right.includes(tag) ? 'good' : 'plain'
    return { tag, prose: { html: content, image }, note, tone }
  })

function choiceBlocks({ answerList, key }: Question): Block[] {
  const options: Block = { kind: 'choices', items: items(answerList, '', key?.right ?? []) }
  return key ? [options, { kind: 'line', label: '正确答案', text: key.right.join('、'), tone: 'good' }] : [options]
}

function textBlocks({ key }: Question): Block[] {
  if (!key) return [{ kind: 'space', lines: WRITING_LINES }]
  return key.modelAnswer === '' ? [] : [{ kind: 'note', label: '参考答案', prose: { html: key.modelAnswer } }]
}

/** The gaps of the stem are the places to write. */
function blankBlocks({ key }: Question): Block[] {
  if (!key) return []
  const rows = key.blanks.map((blank, at) => [
    { prose: { text: String(at + 1) }, tone: 'dim' as const },
    { prose: { text: splitAlternatives(blank).join(' / ') }, tone: 'good' as const },
  ])
  return [{ kind: 'table', header: ['空', '正确答案'], rows }]
}

function matchBlocks({ left, right, key }: Question): Block[] {
  const pool: Block = { kind: 'choices', items: items(right, '', []) }
  if (!key) return [{ kind: 'choices', items: items(left, MATCH_PLACE, []) }, pool]
  const rows = left.map((item) => {
    const partner = right.find((one) => one.tag === key.pairs.find(([from]) => from === item.tag)?.[1])
    return [
      { prose: { html: `${item.tag}. ${item.content}`, image: item.image }, tone: 'plain' as const },
      { prose: { html: partner ? `${partner.tag}. ${partner.content}` : '', image: partner?.image }, tone: 'good' as const },
    ]
  })
  return [pool, { kind: 'table', header: ['左项', '正确答案'], rows }]
}
