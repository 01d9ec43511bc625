// Measures the provider in use with a small fixed set, for an operator who has a key. It counts for the site's limit and is in the log.
import { dropReason } from '@shuyuan/contract/assist/questions/questions.ts'
import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { type App, ctxOf, nobody } from '../../kernel/ctx.ts'
import { Failure } from '../../kernel/fail.ts'
import { type Answered, ModelFailure } from '../../providers/model/model.ts'
import { explainedOf, ExplainedShape, promptOf as explainPrompt, Read as ExplainRead } from './explain/explain.rules.ts'
import { goldAnswers, goldExplain, goldMark, goldMaterial, goldSource, goldWants } from './gold.rules.ts'
import { askModel, type Assistant, openAssistant, type Question } from './ledger/ask.service.ts'
import { tryAssistant } from './ledger/try.service.ts'
import { answerFor, opinionOf, OpinionShape, promptOf as markPrompt, Read as MarkRead } from './mark/opinion.rules.ts'
import { passagesOf } from './material/passages.rules.ts'
import { checkedQuestion, Generated, GeneratedShape } from './questions/generated.rules.ts'
import { promptOf as questionsPrompt } from './questions/plan.rules.ts'

type Say = (line: string) => void
type Prompt = { system: string; user: string }

/** Prints what 测试 finds, and what became of the fixed set. @returns whether everything was answered */
export async function measureProvider(app: App, userId: string, say: Say): Promise<boolean> {
  const ctx = ctxOf(app, { user: { ...nobody, id: userId } })
  const assistant = await openAssistant(app)
  say(`服务商：${assistant.provider} ${assistant.name}`)
  const { findings, ok } = await tryAssistant(ctx)
  for (const { tone, text } of findings) say(`  ${tone === 'bad' ? '✗' : tone === 'warn' ? '!' : '✓'} ${text}`)
  if (!ok || !assistant.model) return ok
  const measuring = new Measuring(app, assistant, userId, say)
  const done = [await questions(measuring, say), await marks(measuring, say), await explanation(measuring, say)]
  say(`用量：${measuring.tokens} tokens，共 ${measuring.requests} 次请求，${Math.round(measuring.ms / 1_000)} 秒`)
  say('样本很小，只说明能不能用，不说明质量。')
  return done.every(Boolean)
}

class Measuring {
  readonly #app: App
  readonly #assistant: Assistant
  readonly #userId: string
  readonly #say: Say
  tokens = 0
  requests = 0
  ms = 0

  constructor(app: App, assistant: Assistant, userId: string, say: Say) {
    this.#app = app
    this.#assistant = assistant
    this.#userId = userId
    this.#say = say
  }

  /** The value of an answer; undefined after saying why there is none. */
  async ask<T>(what: string, prompt: Prompt, shape: z.ZodType, read: z.ZodType<T>): Promise<T | undefined> {
    const question: Question<T> = { ...prompt, shape, read, name: 'measured', isTest: true }
    this.requests += 1
    try {
      const answered: Answered<T> = await askModel(
        this.#app,
        this.#assistant,
        { kind: 'test', userId: this.#userId, about: what },
        question,
      )
      this.tokens += answered.usage.tokensIn + answered.usage.tokensOut
      this.ms += answered.ms
      return answered.value
    } catch (error) {
      if (!(error instanceof ModelFailure) && !(error instanceof Failure)) throw error
      this.#say(`  ✗ ${what}：${error.message}`)
      return undefined
    }
  }
}

const fence = () => `=====${randomBytes(8).toString('hex')}=====`

async function questions(measuring: Measuring, say: Say): Promise<boolean> {
  const passages = passagesOf([{ at: 0, text: goldMaterial }])
  const prompt = questionsPrompt({ wants: goldWants, passages }, { more: '', before: [], fence: fence() })
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
    const value = await measuring.ask('阅卷建议', markPrompt(asked, fence()), OpinionShape, MarkRead)
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
  const value = await measuring.ask('讲解', explainPrompt(goldExplain, [goldSource], fence()), ExplainedShape, ExplainRead)
  if (!value) return false
  const { parts, cites } = explainedOf(value.parts, goldExplain, [goldSource])
  say(`讲解：写了 ${value.parts.length} 点，${parts.length} 点有依据，${cites.length} 处引文在课程中`)
  return true
}
