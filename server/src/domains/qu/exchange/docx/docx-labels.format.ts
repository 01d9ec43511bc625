// The words before an answer, an analysis and the like, in all the spellings of printed papers.

/** `mine`: what a candidate answered, as results of other systems print it; it is no key. */
export type Field = 'answer' | 'analysis' | 'level' | 'chapter' | 'tags' | 'mine'

const key = '(?:正确|参考|标准|试题|题目)?答案(?:是|为)?'
const mine = '(?:我|你|您|学生|考生)的?答案'
const english = '(?:correct\\s+)?answers?|ANS'
const rest = '(?:答案|试题)?解析|难度|章节|标签|知识点'

/** The label that begins a line; its first group with text is the word. */
export const label = new RegExp(
  `^(?:[【［[]\\s*(${mine}|${key}|${rest})\\s*[\\]］】]\\s*[:：]?` +
    `|(${mine}|${key}|${rest}|答|${english})\\s*[:：]` +
    `|((?:正确|参考|标准)?答案)\\s*(?=(?:[A-Z]{1,8}|[√×✓✗]|正确|错误|对|错)$))\\s*`,
  'i',
)

/** A label within a line: behind a space or the end of a sentence, or glued to the text where a verdict and nothing else follows. */
const word = `(?:[【［[]\\s*(?:${mine}|${key}|(?:答案)?解析)\\s*[\\]］】]|(?:${mine}|${key}|答|${english}|(?:答案)?解析)\\s*[:：])`
const apart = new RegExp(`(?<=[\\s。！？.!?；;）)】])${word}`, 'gi')
const glued = new RegExp(`(?:正确|参考|标准)答案\\s*[:：](?=\\s*(?:[A-Z]{1,8}|[√×✓✗]|正确|错误|对|错)\\s*$)`, 'g')

/** The places within a text where a label begins; none at its start. */
export const labelsWithin = (text: string): number[] =>
  [...new Set([...text.matchAll(apart), ...text.matchAll(glued)].map((one) => one.index))].filter((at) => at > 0).sort((a, b) => a - b)

/** What the line of a label holds. */
export function fieldOf(found: RegExpExecArray): Field {
  const name = found[1] ?? found[2] ?? found[3] ?? ''
  if (new RegExp(`^${mine}`).test(name)) return 'mine'
  if (name.includes('解析')) return 'analysis'
  if (name === '难度') return 'level'
  if (name === '章节') return 'chapter'
  return name === '标签' || name === '知识点' ? 'tags' : 'answer'
}
