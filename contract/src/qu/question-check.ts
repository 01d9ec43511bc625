// What a question must have before it is kept, and before it is put on a paper at a score; the same for editor, import and server.
import { splitAlternatives } from './blank-key.ts'
import { type QuestionBody, QuType, type SimpleQuestion } from './content.ts'
import { hasContent, sameLook } from './rich-content.ts'

/** `path` as in a form: `options.0.content`; a `warn` is shown, an `error` refuses. */
export type Finding = { path: string; msg: string; level: 'error' | 'warn' }
type Simple = Omit<SimpleQuestion, 'quType'>

const error = (path: string, msg: string): Finding => ({ path, msg, level: 'error' })
const warn = (path: string, msg: string): Finding => ({ path, msg, level: 'warn' })
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Checks a question of the bank by its type (exam-rules.md, *Marking*). Returns what is wrong or doubtful; empty: nothing. */
export function checkQuestion(type: number, body: QuestionBody): Finding[] {
  if (type !== QuType.composite) return checkSimple(type, body)
  const ids = body.subs.map((sub) => sub.id)
  return [
    ...(hasContent(body.content) ? [] : [error('content', '请填写题干')]),
    ...(body.subs.length === 0 ? [error('subs', '组合题至少要有一道小题')] : []),
    ...body.subs.flatMap((sub, i) => {
      const at = `subs.${i}`
      if (sub.quType === QuType.composite) return [error(`${at}.quType`, '组合题的小题不能再是组合题')]
      const repeated = ids.indexOf(sub.id) !== i ? [error(`${at}.id`, '小题编号重复')] : []
      return [...repeated, ...checkSimple(sub.quType, sub).map((one) => ({ ...one, path: `${at}.${one.path}` }))]
    }),
  ]
}

function checkSimple(type: number, body: Simple): Finding[] {
  const stem = hasContent(body.content) ? [] : [error('content', '请填写题干')]
  switch (type) {
    case QuType.single:
    case QuType.multiple:
    case QuType.trueFalse:
      return [...stem, ...checkOptions(type, body)]
    case QuType.shortAnswer:
      return [...stem, ...checkKeywords(body)]
    case QuType.fillIn:
      return [...stem, ...checkBlanks(body)]
    case QuType.matching:
      return [...stem, ...checkMatching(body)]
    default:
      return [error('quType', '题型不正确')]
  }
}

type Item = { tag: string; content: string; image?: string | undefined }

/** Every item needs content and a tag of its own; `alike` names the fault where two items look the same. */
function checkItems(at: string, items: readonly Item[], empty: string, alike: string | null): Finding[] {
  const tags = new Set<string>()
  const looks = new Set<string>()
  return items.flatMap((item, i) => {
    const found: Finding[] = []
    if (tags.has(item.tag)) found.push(error(`${at}.${i}.tag`, `标识${item.tag}重复`))
    tags.add(item.tag)
    if (!hasContent(item.content) && !item.image) return [...found, error(`${at}.${i}.content`, empty)]
    const look = `${sameLook(item.content)} ${item.image ?? ''}`
    if (alike !== null && looks.has(look)) found.push(error(`${at}.${i}.content`, alike))
    looks.add(look)
    return found
  })
}

function checkOptions(type: number, { options, rule }: Simple): Finding[] {
  const found = checkItems('options', options, '请填写选项内容', '选项内容重复')
  const right = options.filter((option) => option.isRight)
  if (type === QuType.trueFalse) {
    if (options.length !== 2) found.push(error('options', '判断题应有两个选项'))
  } else if (options.length < 2) found.push(error('options', '至少要有两个选项'))
  if (type === QuType.multiple) {
    if (right.length === 0) found.push(error('options', '多选题至少要有一个正确选项'))
    if (right.length === 1) found.push(warn('options', '多选题只有一个正确选项，请确认'))
    if (rule.multiple === 'perOption' && right.length > 0 && sumOf(right.map((option) => option.points ?? 0)) === 0) {
      found.push(error('options', '按选项计分时，请填写正确选项的分值'))
    }
    if (rule.multiple === 'fixed' && !rule.fixed) found.push(error('rule.fixed', '请填写少选时的得分'))
  } else if (right.length !== 1) {
    found.push(error('options', type === QuType.single ? '单选题必须有且只有一个正确选项' : '判断题必须有且只有一个正确选项'))
  }
  return found
}

function checkKeywords({ rule }: Simple): Finding[] {
  return (rule.keywords ?? []).flatMap((group, i) =>
    splitAlternatives(group.words).length > 0 ? [] : [error(`rule.keywords.${i}.words`, '请填写关键词')],
  )
}

function checkBlanks({ blanks }: Simple): Finding[] {
  if (blanks.length === 0) return [error('blanks', '填空题至少要有一个空')]
  const weighted = blanks.filter((blank) => blank.weight !== undefined)
  const found = blanks.flatMap((blank, i) =>
    splitAlternatives(blank.answer).length > 0 ? [] : [error(`blanks.${i}.answer`, '请填写该空的答案')],
  )
  if (weighted.length > 0 && weighted.length < blanks.length) found.push(error('blanks', '各空的分值应全部填写或全部不填'))
  else if (weighted.length > 0 && sumOf(weighted.map((blank) => blank.weight ?? 0)) === 0)
    found.push(error('blanks', '各空的分值不能都为0'))
  return found
}

function checkMatching({ left, right, pairs }: Simple): Finding[] {
  const found = [
    ...checkItems('left', left, '请填写左侧项的内容', null),
    ...checkItems('right', right, '请填写右侧项的内容', '右侧项内容重复'),
  ]
  if (left.length === 0) return [...found, error('left', '匹配题至少要有一个左侧项')]
  if (right.length < left.length) found.push(error('right', '右侧项不能少于左侧项'))
  const partners = new Map(right.map((item) => [item.tag, { reusable: item.reusable === true, used: 0 }]))
  const lefts = new Map(left.map((item) => [item.tag, 0]))
  for (const [i, [from, to]] of pairs.entries()) {
    const partner = partners.get(to)
    const before = lefts.get(from)
    if (partner === undefined || before === undefined) {
      found.push(error(`pairs.${i}`, '配对中有不存在的项'))
      continue
    }
    if (before > 0) found.push(error(`pairs.${i}`, `左侧项${from}只能配对一次`))
    if (partner.used > 0 && !partner.reusable) found.push(error(`pairs.${i}`, `右侧项${to}不能重复使用`))
    lefts.set(from, before + 1)
    partner.used += 1
  }
  left.forEach((item, i) => {
    if (lefts.get(item.tag) === 0) found.push(error(`left.${i}`, `左侧项${item.tag}还没有配对`))
  })
  return found
}

/**
 * Checks the rules that depend on what a simple question is worth on a paper. Takes its score in 1/100 point; of a composite each
 * sub is checked with its own score.
 */
export function checkScore(type: number, { rule, options, blanks }: Simple, score: number): Finding[] {
  const found: Finding[] = []
  if (type === QuType.multiple && rule.multiple === 'fixed' && !(rule.fixed && rule.fixed < score)) {
    found.push(error('rule.fixed', '少选时的得分应大于0且小于题目分数'))
  }
  if (type === QuType.multiple && rule.multiple === 'perOption') {
    const points = sumOf(options.filter((option) => option.isRight).map((option) => option.points ?? 0))
    if (points > score) found.push(error('options', '正确选项的分值之和不能超过题目分数'))
  }
  if (type === QuType.fillIn && blanks.some((blank) => blank.weight !== undefined)) {
    if (sumOf(blanks.map((blank) => blank.weight ?? 0)) !== score) found.push(error('blanks', '各空的分值之和应等于题目分数'))
  }
  return found
}
