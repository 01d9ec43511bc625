// Measures the provider in use with a larger fixed set: how its questions pass the checks, and how its opinions agree with people.
import { dropReason } from '@shuyuan/contract/assist/questions/questions.ts'
import {
  agreementOf,
  coverage,
  givenFor,
  type GoldAnswer,
  type GoldMark,
  type GoldMaterial,
  type GoldSet,
  linesOf,
  maxOf,
  wantsOf,
} from './gold-set.rules.ts'
import { roomOf } from './questions/run.service.ts'
import type { Pair } from './mark/agreement.rules.ts'
import {
  answerFor,
  type Asked,
  type Opinion,
  opinionByRules,
  opinionOf,
  OpinionShape,
  promptOf as markPrompt,
  Read,
} from './mark/opinion.rules.ts'
import { passagesOf } from './material/passages.rules.ts'
import { type Measuring, type Say } from './measuring.service.ts'
import { questionsByRules } from './questions/by-rules.rules.ts'
import { checkedQuestion, type Draft, Generated, GeneratedShape } from './questions/generated.rules.ts'
import { planned, promptOf as questionsPrompt } from './questions/plan.rules.ts'
import { newFence } from './ledger/ask.service.ts'

const percent = (part: number, whole: number) => (whole === 0 ? '—' : `${Math.round((part * 100) / whole)}%`)
const kinds = { good: '好', half: '中', bad: '差' } as const

/** Prints the figures. @returns whether everything was answered */
export async function measureGold(measuring: Measuring, { materials, marks }: GoldSet, say: Say): Promise<boolean> {
  const done = [await measureQuestions(measuring, materials, say), await measureMarks(measuring, marks, say)]
  say(measuring.sums())
  say('题目好不好要人来看；这里的数字只说明通过了检查、与人的评分有多接近。')
  return done.every(Boolean)
}

async function measureQuestions(measuring: Measuring, materials: readonly GoldMaterial[], say: Say): Promise<boolean> {
  const sums = { wanted: 0, written: 0, passed: 0, warned: 0, facts: 0, asked: 0, keyed: 0, right: 0 }
  const lost = new Map<string, number>()
  let isWhole = true
  for (const material of materials) {
    const found = await questionsOf(measuring, material)
    if (!found) isWhole = false
    const passed = (found?.checked ?? []).flatMap((one) => ('question' in one ? [one.question] : []))
    for (const one of found?.checked ?? []) if ('dropped' in one) lost.set(one.dropped, (lost.get(one.dropped) ?? 0) + 1)
    const { asked, keyed, right } = coverage(material, passed)
    sums.wanted += wantsOf(material).reduce((sum, one) => sum + one.count, 0)
    sums.written += found?.checked.length ?? 0
    sums.passed += passed.length
    sums.warned += passed.filter((one) => one.warnings.length > 0).length
    sums.facts += material.facts.length
    sums.asked += asked
    sums.keyed += keyed
    sums.right += right
    say(`  ${material.trade}：${passed.length} 题通过检查，问到 ${asked}/${material.facts.length} 个要点`)
  }
  const why = [...lost].map(([reason, n]) => `${dropReason[reason as keyof typeof dropReason]} ${n}`).join('，')
  say(
    `出题：要 ${sums.wanted} 题，写了 ${sums.written} 题，${sums.passed} 题通过检查（${percent(sums.passed, sums.written)}）${why === '' ? '' : `，未通过：${why}`}；${sums.warned} 题有提示`,
  )
  say(
    `要点：问到 ${sums.asked}/${sums.facts}（${percent(sums.asked, sums.facts)}），其中答案相符 ${sums.right}/${sums.keyed}（判断题不计）`,
  )
  return isWhole
}

/** The questions of a material with what the checks say; undefined where a request failed. */
async function questionsOf(measuring: Measuring, material: GoldMaterial) {
  const passages = passagesOf([{ at: 0, text: material.text }])
  const wants = wantsOf(material)
  const types = new Set<number>(wants.map((one) => one.quType))
  const check = (raws: readonly unknown[]) =>
    raws.map((raw) => checkedQuestion(raw, passages, types, { cite: false, title: material.title, chapter: '' }))
  if (!measuring.assistant.model) return { checked: check(questionsByRules(passages, wants)) }
  const checked: ReturnType<typeof check> = []
  const stems: string[] = []
  for (const portion of planned(passages, wants, roomOf(measuring.assistant))) {
    const prompt = questionsPrompt(portion, { more: '', before: stems, fence: newFence() })
    const value = await measuring.ask(`出题（${material.trade}）`, prompt, GeneratedShape, Generated)
    if (!value) return undefined
    const found = check(value.questions)
    checked.push(...found)
    stems.push(...found.flatMap((one) => ('question' in one ? [stemOf(one.question)] : [])))
  }
  return { checked }
}
const stemOf = ({ body }: Draft) => body.content.replaceAll(/<[^<>]*>/g, '')

async function measureMarks(measuring: Measuring, marks: readonly GoldMark[], say: Say): Promise<boolean> {
  const pairs: (Pair & { kind: GoldAnswer['kind']; trade: string; max: number })[] = []
  const lines = { all: 0, same: 0 }
  let isWhole = true
  for (const mark of marks)
    for (const answer of mark.answers) {
      const opinion = await opinionOn(measuring, mark, answer)
      if (!opinion) {
        isWhole = false
        continue
      }
      const said = opinion.said.map((one) => Number(one.line))
      lines.all += mark.lines.length
      lines.same += mark.lines.filter((_line, at) => said.includes(at + 1) === answer.met.includes(at + 1)).length
      pairs.push({ opinion: opinion.score, given: givenFor(mark, answer), kind: answer.kind, trade: mark.trade, max: maxOf(mark) })
    }
  if (pairs.length === 0) return isWhole
  const max = Math.max(...pairs.map((one) => one.max))
  const tell = (name: string, of: readonly Pair[]) => {
    const { n, exact, within, bias, qwk } = agreementOf(of, max)
    say(
      `${name}：${n} 份，完全一致 ${percent(exact, 1)}，相差 1 分以内 ${percent(within, 1)}，平均偏差 ${bias} 分，二次加权一致性 ${qwk ?? '—'}`,
    )
  }
  tell('阅卷建议', pairs)
  say(`评分点：判断一致 ${lines.same}/${lines.all}（${percent(lines.same, lines.all)}）`)
  for (const kind of ['good', 'half', 'bad'] as const) {
    const of = pairs.filter((one) => one.kind === kind)
    const { n, exact, bias } = agreementOf(of, max)
    say(`  ${kinds[kind]}的答案：${n} 份，完全一致 ${percent(exact, 1)}，平均偏差 ${bias} 分`)
  }
  return isWhole
}

async function opinionOn(measuring: Measuring, mark: GoldMark, { text }: GoldAnswer): Promise<Opinion | undefined> {
  const asked: Asked = {
    question: mark.question,
    modelAnswer: mark.modelAnswer,
    lines: linesOf(mark),
    answer: answerFor(text, []),
    max: maxOf(mark),
  }
  if (!measuring.assistant.model) return opinionByRules(asked)
  const value = await measuring.ask(`阅卷建议（${mark.trade}）`, markPrompt(asked, newFence()), OpinionShape, Read)
  return value && opinionOf(value.lines, asked)
}
