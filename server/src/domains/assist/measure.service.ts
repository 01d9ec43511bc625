// Measures the provider in use with a small fixed set, for an operator who has a key. It counts for the site's limit and is in the log.
import { dropReason } from '@shuyuan/contract/assist/questions/questions.ts'
import { type App, ctxOf, nobody } from '../../kernel/ctx.ts'
import { explainedOf, ExplainedShape, promptOf as explainPrompt, Read as ExplainRead } from './explain/explain.rules.ts'
import { goldAnswers, goldExplain, goldMark, goldMaterial, goldSource, goldWants } from './gold.rules.ts'
import type { GoldSet } from './gold-set.rules.ts'
import { openAssistant } from './ledger/assistant.service.ts'
import { tryAssistant } from './ledger/try.service.ts'
import { answerFor, opinionOf, OpinionShape, promptOf as markPrompt, Read as MarkRead } from './mark/opinion.rules.ts'
import { measureGold } from './measure-gold.service.ts'
import { Measuring, type Say } from './measuring.service.ts'
import { passagesOf } from './material/passages.rules.ts'
import { checkedQuestion, Generated, GeneratedShape } from './questions/generated.rules.ts'
import { promptOf as questionsPrompt } from './questions/plan.rules.ts'
import { newFence } from './ledger/ask.service.ts'

/** Prints what 测试 finds, and what became of the fixed set, or of a larger one. @returns whether everything was answered */
export async function measureProvider(app: App, userId: string, say: Say, gold?: GoldSet): Promise<boolean> {
  const ctx = ctxOf(app, { user: { ...nobody, id: userId } })
  const assistant = await openAssistant(app)
  say(`服务商：${assistant.provider} ${assistant.name}`)
  const { findings, ok } = await tryAssistant(ctx)
  for (const { tone, text } of findings) say(`  ${tone === 'bad' ? '✗' : tone === 'warn' ? '!' : '✓'} ${text}`)
  if (!ok) return false
  const measuring = new Measuring(app, assistant, userId, say)
  if (gold) return measureGold(measuring, gold, say)
  if (!assistant.model) return true
  const done = [await questions(measuring, say), await marks(measuring, say), await explanation(measuring, say)]
  say(measuring.sums())
  say('样本很小，只说明能不能用，不说明质量。')
  return done.every(Boolean)
}

async function questions(measuring: Measuring, say: Say): Promise<boolean> {
  const passages = passagesOf([{ at: 0, text: goldMaterial }])
  const prompt = questionsPrompt({ wants: goldWants, passages }, { more: '', before: [], fence: newFence() })
  const value = await measuring.ask('出题', prompt, GeneratedShape, Generated)
  if (!value) return false
  const wish = { cite: false, title: '材料', chapter: '' }
  const types = new Set<number>(goldWants.map((one) => one.quType))
  const checked = value.questions.map((one) => checkedQuestion(one, passages, types, wish))
  const kept = checked.filter((one) => 'question' in one)
  const lost = Map.groupBy(
    checked.flatMap((one) => ('dropped' in one ? [one.dropped] : [])),
    (reason) => reason,
  )
  const why = [...lost].map(([reason, all]) => `${dropReason[reason]} ${all.length}`).join('，')
  const wanted = goldWants.reduce((sum, one) => sum + one.count, 0)
  say(`出题：要 ${wanted} 题，写了 ${checked.length} 题，${kept.length} 题通过检查${why === '' ? '' : `（${why}）`}`)
  return true
}

async function marks(measuring: Measuring, say: Say): Promise<boolean> {
  let [lines, same, exact, marked] = [0, 0, 0, 0]
  for (const { answer, met } of goldAnswers) {
    const asked = { ...goldMark, answer: answerFor(answer, []) }
    const value = await measuring.ask('阅卷建议', markPrompt(asked, newFence()), OpinionShape, MarkRead)
    if (!value) continue
    const said = opinionOf(value.lines, asked).said.map((one) => one.line)
    const right = goldMark.lines.filter(({ id }) => said.includes(id) === met.includes(id)).length
    marked += 1
    lines += goldMark.lines.length
    same += right
    if (right === goldMark.lines.length) exact += 1
  }
  say(`阅卷建议：${marked} 份答案，评分点判断一致 ${same}/${lines}，整份一致 ${exact}/${marked}`)
  return marked === goldAnswers.length
}

async function explanation(measuring: Measuring, say: Say): Promise<boolean> {
  const value = await measuring.ask('讲解', explainPrompt(goldExplain, [goldSource], newFence()), ExplainedShape, ExplainRead)
  if (!value) return false
  const { parts, cites } = explainedOf(value.parts, goldExplain, [goldSource])
  say(`讲解：写了 ${value.parts.length} 点，${parts.length} 点有依据，${cites.length} 处引文在课程中`)
  return true
}
