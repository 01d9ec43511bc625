// Tries the provider in use: whether it answers JSON, whether it thinks first, and whether it reads a prompt of the configured length.
import type { assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { foreign } from '@shuyuan/contract/kernel/message.ts'
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Ctx } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { wording } from '../../../kernel/localized.ts'
import { type Answered, ModelFailure, type ModelTrouble } from '../../../providers/model/model.ts'
import { askModel } from './ask.service.ts'
import { type Assistant, openAssistant } from './assistant.service.ts'

type Result = Output<typeof assistConfig.test>
type Found = { tone: Result['findings'][number]['tone']; message: Message }

/** A longer context is believed: the prompt would cost more than the answer is worth. */
const MOST_TRIED = 32_000
const REPLY_TOKENS = 600
const Word = z.object({ word: z.string() })
const filler = '这一行没有内容，只用来占位置。'
const system = '你在接受一次测试。用户消息的开头有一个代号，写作【开头：代号】。把代号放进 word。'

const troubles: Record<ModelTrouble, Message> = {
  cut: say('troubleCut'),
  thinking: say('troubleThinking'),
  quota: say('troubleQuota'),
  key: say('troubleKey'),
  busy: say('troubleBusy'),
  down: say('troubleDown'),
  timeout: say('troubleTimeout'),
  tooLong: say('troubleTooLong'),
  unusable: say('troubleUnusable'),
  filtered: say('troubleFiltered'),
  refused: say('troubleRefused'),
  cancelled: say('troubleTimeout'),
}

/** The findings in words; a service that fails is a finding, not a refusal of the call. */
export async function tryAssistant(ctx: Ctx): Promise<Result> {
  const assistant = await openAssistant(ctx.app)
  const found: Found[] = []
  const sums = { step: '', ms: 0, tokens: 0 }
  if (!assistant.settings) found.push({ tone: 'good', message: say('testRules') })
  else
    try {
      const short = await askWord(ctx, assistant, '')
      found.push(...aboutAnswer(short))
      const { contextTokens } = assistant.settings
      const tokens = Math.min(contextTokens, MOST_TRIED) - REPLY_TOKENS
      const long = await askWord(ctx, assistant, filler.repeat(Math.floor(tokens / filler.length)))
      found.push(
        long.isRight
          ? { tone: 'good', message: say('testWhole', { tokens }) }
          : { tone: 'bad', message: say('testCut', { tokens: contextTokens }) },
      )
      const spent = [short, long].map(({ usage }) => usage.tokensIn + usage.tokensOut)
      Object.assign(sums, { step: short.step, ms: short.ms, tokens: spent.reduce((sum, one) => sum + one, 0) })
    } catch (error) {
      found.push(...aboutFailure(error))
    }
  const findings = found.map(({ tone, message }) => ({ tone, text: wording(ctx, message) }))
  return { ...sums, findings, ok: findings.every((one) => one.tone !== 'bad') }
}

async function askWord({ app, user, request }: Ctx, assistant: Assistant, rest: string) {
  const word = randomBytes(4).toString('hex')
  const answered = await askModel(
    app,
    assistant,
    { kind: 'test', userId: user.id, about: '', signal: request.closed },
    { system, user: `【开头：${word}】\n${rest}`, shape: Word, read: Word, name: 'word', maxTokens: REPLY_TOKENS, isTest: true },
  )
  return { ...answered, isRight: answered.value.word.trim() === word }
}

function aboutAnswer({ step, ms, retried, thought, usage }: Answered<unknown>): Found[] {
  const found: Found[] = [{ tone: 'good', message: say('testAnswered', { step, seconds: Math.max(1, Math.round(ms / 1_000)) }) }]
  if (retried > 0) found.push({ tone: 'warn', message: say('testRetried', { step }) })
  if (thought) found.push({ tone: 'warn', message: say('testThinks') })
  if (usage.isEstimated) found.push({ tone: 'warn', message: say('testUncounted') })
  return found
}

function aboutFailure(error: unknown): Found[] {
  if (error instanceof ModelFailure) {
    const said: Found[] = error.detail === '' ? [] : [{ tone: 'bad', message: say('troubleSaid', { said: foreign(error.detail) }) }]
    return [{ tone: 'bad', message: troubles[error.trouble] }, ...said]
  }
  if (error instanceof Failure) return [{ tone: 'bad', message: error.refusal }]
  throw error
}
