// What an operator reads of a provider: the stand-in plays one that answers well, and one that obeys the answers.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startAssist } from '../../../test/assist-site.ts'
import { GoldSet, givenFor, maxOf } from './gold-set.rules.ts'
import { measureProvider } from './measure.service.ts'

const gold = GoldSet.parse(JSON.parse(readFileSync(new URL('../../../../docs/assistant/gold.json', import.meta.url), 'utf8')))
const { app, admin, useRules, useVendor, answerBy, answer } = await startAssist()

async function measured(set?: GoldSet) {
  const lines: string[] = []
  const ok = await measureProvider(app.app, admin.id, (line) => lines.push(line), set)
  return { ok, text: lines.join('\n') }
}

test('a model that answers is measured with the fixed set', async () => {
  await useVendor()
  answerBy((body) => {
    const [system = '', user = ''] = body.messages.map((one) => one.content)
    const word = /【开头：(\w+)】/.exec(user)?.[1]
    if (word !== undefined) return JSON.stringify({ word })
    if (system.startsWith('你是阅卷助手')) {
      const said = JSON.parse(user.split('\n')[1] ?? '""') as string
      return JSON.stringify({ lines: [{ id: 'L3', met: true, quote: said, reason: '' }] })
    }
    if (system.startsWith('你是学习助手'))
      return JSON.stringify({
        parts: [
          { text: '规定是两小时。', source: 1, quote: '冷菜存放不得超过2小时' },
          { text: '编造的一点。', source: 1, quote: '冷菜可以放一天' },
        ],
      })
    const question = { type: '判断题', options: [], analysis: '', level: '普通', answer: ['正确'] }
    return JSON.stringify({
      questions: [
        { ...question, stem: '干粉灭火器每月检查一次。', quote: '干粉灭火器每月检查一次' },
        { ...question, stem: '灭火器每年检查一次。', quote: '灭火器每年检查一次' },
      ],
    })
  })
  const { ok, text } = await measured()
  expect(ok).toBe(true)
  expect(text).toContain('模型读到了完整的提示')
  expect(text).toContain('出题：要 6 题，写了 2 题，1 题通过检查（引文不在材料中 1）')
  // the two answers that only speak to a program get nothing
  expect(text).toMatch(/阅卷建议：8 份答案，评分点判断一致 \d+\/24，整份一致 3\/8/)
  expect(text).toContain('讲解：写了 2 点，1 点有依据，1 处引文在课程中')
  expect(text).toContain('共 10 次请求')
  expect((await app.ok(assistCall.paging, { params: { kind: 'test' } }, admin)).total).toBe(12)
})

test('a service that fails is told in its words, and rules need no trial', async () => {
  await useVendor('bad-key')
  const { ok, text } = await measured()
  expect(ok).toBe(false)
  expect(text).toContain('密钥无效')
  expect(text).not.toContain('sk-of-the-site')
  answer({})
  await useRules()
  expect(await measured()).toMatchObject({ ok: true })
})

test('the larger set has what it promises', () => {
  expect(gold.materials.flatMap((one) => one.facts)).toHaveLength(40)
  expect(gold.materials.flatMap((one) => one.wants).reduce((sum, one) => sum + one.count, 0)).toBe(40)
  expect(
    gold.materials.every(({ text, facts }) => facts.every(({ sentence, answer }) => text.includes(sentence) && sentence.includes(answer))),
  ).toBe(true)
  const answers = gold.marks.flatMap((mark) => mark.answers.map((answer) => ({ mark, answer })))
  expect(answers).toHaveLength(60)
  expect(new Set(gold.marks.map((one) => one.trade))).toEqual(new Set(gold.materials.map((one) => one.trade)))
  expect(new Set(gold.marks.map((one) => one.trade)).size).toBe(6)
  for (const { mark, answer } of answers) {
    const given = givenFor(mark, answer)
    const max = maxOf(mark)
    const isFit = { good: given === max, half: given > 0 && given < max, bad: given === 0 }
    expect(isFit[answer.kind], mark.question).toBe(true)
  }
})

test('by rules the larger set needs no request', async () => {
  await useRules()
  const { ok, text } = await measured(gold)
  expect(ok).toBe(true)
  expect(text).toMatch(/出题：要 40 题，写了 \d+ 题，\d+ 题通过检查（100%）/)
  expect(text).toMatch(/阅卷建议：60 份，完全一致 \d+%，相差 1 分以内 \d+%，平均偏差 -?[\d.]+ 分，二次加权一致性 -?[\d.]+/)
  expect(text).toContain('用量：0 tokens，共 0 次请求')
})

test('a model that marks as people do agrees with them wholly, and what it costs is told', async () => {
  await useVendor('openai', { priceIn: 2, priceOut: 8 })
  const answers = gold.marks.flatMap((mark) => mark.answers.map((answer) => ({ ...answer, mark })))
  answerBy((body) => {
    const [system = '', user = ''] = body.messages.map((one) => one.content)
    const word = /【开头：(\w+)】/.exec(user)?.[1]
    if (word !== undefined) return JSON.stringify({ word })
    if (system.startsWith('你是阅卷助手')) {
      const said = JSON.parse(user.split('\n')[1] ?? '""') as string
      const { met = [], mark } = answers.find((one) => one.text === said) ?? {}
      // a quote of its own for each line
      const width = Math.floor(said.length / (mark?.lines.length ?? 1))
      return JSON.stringify({
        lines: met.map((line) => ({ id: `L${line}`, met: true, quote: said.slice((line - 1) * width, line * width), reason: '' })),
      })
    }
    const facts = gold.materials.flatMap((one) => one.facts).filter(({ sentence }) => user.includes(sentence))
    return JSON.stringify({
      questions: facts.slice(0, 2).map(({ sentence, answer: right }) => ({
        type: '填空题',
        stem: sentence.replace(right, '____'),
        options: [],
        answer: [right],
        analysis: '',
        level: '普通',
        quote: sentence,
      })),
    })
  })
  const { ok, text } = await measured(gold)
  expect(ok).toBe(true)
  expect(text).toContain('（100%）')
  expect(text).toMatch(/其中答案相符 (\d+)\/\1（/)
  expect(text).toMatch(/阅卷建议：60 份，完全一致 \d+%，相差 1 分以内 \d+%/)
  expect(text).toMatch(/用量：\d+ tokens，共 \d+ 次请求，\d+ 秒，约 0\.\d+ 元/)
})
