// Simulated answers: right with probability `skill`, otherwise plausibly wrong, sometimes empty.
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import type { Random } from '../domains/paper/question/random.rules.ts'

const SKIPPED = 0.03
const wordings = [
  '<p>发现情况后先报告值班经理，再按应急预案处置，并做好记录。</p>',
  '<p>应当遵循合法、正当、必要的原则，告知目的并取得同意，只收集需要的信息。</p>',
  '<p>首先断开网络，保存日志，向负责人报告，然后查明原因并整改。</p>',
]
const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!

/** An answer in the letters of the paper; null for a skipped question. */
export function demoAnswer(key: QuestionKey, skill: number, random: Random): Answer | null {
  if (random() < SKIPPED) return null
  const knows = random() < skill
  if (key.quType === QuType.composite) {
    const subs = Object.fromEntries(key.subs.map((sub) => [sub.quId, simple(sub, random() < skill, random)]))
    return { subs: subs as Extract<Answer, { subs: unknown }>['subs'] }
  }
  return simple(key, knows, random)
}

function simple(key: QuestionKey, knows: boolean, random: Random): Answer {
  const tags = Object.keys(key.origin)
  switch (key.quType) {
    case QuType.shortAnswer:
      return { text: pick(wordings, random) }
    case QuType.fillIn:
      return { blanks: key.blanks.map((blank) => (knows ? (blank.answer.split('||')[0] ?? '') : '不清楚')) }
    case QuType.matching:
      return { pairs: knows ? key.pairs : key.pairs.map(([left], at) => [left, key.pairs[(at + 1) % key.pairs.length]![1]]) }
    case QuType.multiple:
      return { tags: knows ? key.right : key.right.slice(0, Math.max(1, key.right.length - 1)) }
    default: {
      const wrong = tags.filter((tag) => !key.right.includes(tag))
      return { tags: [knows || wrong.length === 0 ? key.right[0]! : pick(wrong, random)] }
    }
  }
}
