// Parses the answers of Moodle's ordering questions in GIFT: `>3 ALL HORIZONTAL ALL_OR_NOTHING`, then one item a line.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { type BodyInput, orderingOf } from '../exchange.rules.ts'

const settings =
  /^(?:\d+|ALL|EXACT|RANDOM|REL|CONTIGUOUS|CONTIG|H|HORI|HORIZONTAL|V|VERT|VERTICAL|ABS\w*|ALL_OR_NOTHING|RELATIVE\w*|LONGEST\w*|SHOW|HIDE|TRUE|FALSE|YES|NO|none|123|abc|iii)$/i

type Read = { quType: number; body: BodyInput; notes: Message[] }

/** Ordering as matching with places (decision 63). */
export function readOrdering(text: string, base: { content: string; analysis: string }, html: (text: string) => string): Read | Message {
  const [first = '', ...lines] = text.split('\n').map((one) => one.trim())
  const names = first.split(/\s+/).filter((one) => one !== '')
  const isHead = names.every((one) => settings.test(one))
  const items = (isHead ? lines : [first, ...lines]).filter((one) => one !== '')
  if (items.length < 2) return say('giftAnswerUnreadable')
  if (items.length > 26) return say('matchOver26')
  const rule = isHead && names.some((one) => /^ALL_OR/i.test(one)) ? { matching: 'strict' as const } : {}
  const shown = Number(names.find((one) => /^\d+$/.test(one)) ?? '0')
  const isPart = isHead && names.some((one) => /^(?:RANDOM|REL|CONTIG)/i.test(one)) && shown > 1 && shown < items.length
  return {
    quType: QuType.matching,
    body: {
      ...base,
      ...orderingOf(
        items.map(html),
        items.map((_, at) => at),
      ),
      rule,
    },
    notes: [say('asMatching', { from: 'ordering' }), ...(isPart ? [say('orderPart', { n: shown, all: items.length })] : [])],
  }
}
