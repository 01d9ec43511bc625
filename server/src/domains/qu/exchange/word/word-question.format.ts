// A question of the bank as it stands on a Chinese paper: stem, lettered options, 答案 and 解析.
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuType, type QuestionBody, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { isTrueRight } from '../exchange.rules.ts'
import { gapsOf } from '../qti/qti-body.format.ts'
import { type LevelNames, levelName } from '../sheet/sheet-columns.format.ts'
import { type Block, blocksOf, guard, type Inline, type Paragraph, textOfBlocks } from './word-blocks.format.ts'

export type Printed = { chapter: string; quType: number; level: number; tags: string[]; body: QuestionBody }
type Simple = Omit<SimpleQuestion, 'quType'>

const text = (value: string): Inline => ({ kind: 'text', text: value, marks: [] })
const paragraph = (inlines: Inline[], style?: Paragraph['style']): Paragraph => ({
  kind: 'paragraph',
  inlines,
  ...(style ? { style } : {}),
})

/** The blocks with a text before the first line. */
export function labelled(label: string, blocks: readonly Block[], style?: Paragraph['style']): Block[] {
  const [first, ...more] = blocks
  if (first?.kind === 'paragraph') return [paragraph([text(label), ...first.inlines], style), ...more]
  return [paragraph([text(label)], style), ...blocks]
}
const lines = (values: string[]): Paragraph =>
  paragraph(values.flatMap((value, at) => [...(at === 0 ? [] : [{ kind: 'break' } as const]), text(value)]))
const rich = (html: string) => guard(blocksOf(html))

const bracket = /[（(][\s\u3000]*[)）]/
/** The stem with something at its end that is shown only. */
function withShown(blocks: Block[], shown: string): Block[] {
  const last = blocks.at(-1)
  const inline: Inline = { kind: 'shown', text: shown }
  return last?.kind === 'paragraph'
    ? [...blocks.slice(0, -1), { ...last, inlines: [...last.inlines, inline] }]
    : [...blocks, paragraph([inline], 'shown')]
}

function stemOf(type: number, { content, blanks }: Simple): Block[] {
  const isFilled = type === QuType.fillIn
  const hasGaps = isFilled && gapsOf(content) === blanks.length
  const stem = guard(blocksOf(content), { first: true, hasGaps })
  if (isFilled && !hasGaps)
    return blanks.length > 1 ? [...stem, paragraph([text(blanks.map(() => '____').join('　'))])] : withShown(stem, '________')
  const asks = type === QuType.single || type === QuType.multiple || type === QuType.trueFalse
  return asks && !bracket.test(textOfBlocks(stem)) ? withShown(stem, '（　　）') : stem
}

const optionsOf = ({ options }: Simple): Block[] =>
  options.flatMap(({ tag, content, image }) => {
    const picture: Block[] = image === undefined ? [] : [paragraph([{ kind: 'image', src: image, alt: '' }])]
    return labelled(`${tag}. `, [...rich(content), ...picture], 'option')
  })

const pairsText = ({ pairs }: Simple) => pairs.map(([from, to]) => `${from}—${to}`).join('；')

/** The key of a question as text; none for essays. */
function keyText(type: number, body: Simple): string {
  if (type === QuType.trueFalse) return isTrueRight(body.options) ? '正确' : '错误'
  if (type === QuType.matching) return pairsText(body)
  if (type === QuType.fillIn) return body.blanks.map((one) => splitAlternatives(one.answer).join(' 或 ')).join('；')
  return body.options.flatMap((one) => (one.isRight ? [one.tag] : [])).join('')
}

function answerOf(type: number, body: Simple): Block[] {
  if (type === QuType.shortAnswer) return body.modelAnswer === '' ? [] : labelled('答案：', rich(body.modelAnswer))
  if (type !== QuType.fillIn) return [lines([`答案：${keyText(type, body)}`])]
  const answers = body.blanks.flatMap((one) => one.answer.trim().split('\n'))
  return labelled('答案：', guard([lines(answers)]))
}

/** The two sides of a matching question, beside each other. */
const sidesOf = ({ left, right }: Simple): Block => ({
  kind: 'table',
  // without a head the table would begin as an option does
  rows: [
    { isHead: true, cells: ['左侧', '右侧'].map((name) => [lines([name])]) },
    ...Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
      isHead: false,
      cells: [left[at], right[at]].map((item) => (item ? labelled(`${item.tag}. `, rich(item.content)) : [])),
    })),
  ],
})

/** The parts of a composite: number, then what belongs to it. */
const partsOf = ({ subs }: QuestionBody): Block => ({
  kind: 'table',
  rows: subs.map((sub, at) => ({
    isHead: false,
    cells: [
      [paragraph([text(`（${at + 1}）`)])],
      [
        ...stemOf(sub.quType, sub),
        ...(sub.quType === QuType.trueFalse ? [] : optionsOf(sub)),
        ...(sub.quType === QuType.matching ? [sidesOf(sub)] : []),
      ],
    ],
  })),
})

function partAnswers({ subs }: QuestionBody): Block[] {
  const blocks = subs.flatMap((sub, at): Block[] => {
    const number = `（${at + 1}）`
    if (sub.quType === QuType.shortAnswer) return sub.modelAnswer === '' ? [] : labelled(number, rich(sub.modelAnswer))
    return [lines([`${number}${keyText(sub.quType, sub)}`])]
  })
  return blocks.length === 0 ? [] : labelled('答案：', guard(blocks))
}

/** The blocks of a question without its number. @param levels names; without them neither answers nor facts are written */
export function printed({ chapter, quType: type, level, tags, body }: Printed, levels: LevelNames | undefined): Block[] {
  const isComposite = type === QuType.composite
  const asked: Block[] = [
    ...stemOf(type, body),
    ...(type === QuType.trueFalse ? [] : optionsOf(body)),
    ...(type === QuType.matching ? [sidesOf(body)] : []),
    ...(isComposite ? [partsOf(body)] : []),
  ]
  if (!levels) return asked
  const analyses = isComposite
    ? [
        rich(body.analysis),
        ...body.subs.map((sub, at) => (sub.analysis === '' ? [] : labelled(`（${at + 1}）`, rich(sub.analysis)))),
      ].flat()
    : rich(body.analysis)
  const fact = (name: string, value: string) => (value === '' ? [] : [lines([`${name}：${value}`])])
  return [
    ...asked,
    ...(isComposite ? partAnswers(body) : answerOf(type, body)),
    ...(analyses.length > 0 ? labelled('解析：', analyses) : []),
    ...fact('难度', level === QuLevel.normal ? '' : levelName(level, levels)),
    ...fact('章节', chapter),
    ...fact('标签', tags.join('、')),
  ]
}
