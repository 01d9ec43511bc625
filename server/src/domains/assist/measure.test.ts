// What an operator reads of a provider: the stand-in plays one that answers well, and one that obeys the answers.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { expect, test } from 'vitest'
import { startAssist } from '../../../test/assist-site.ts'
import { measureProvider } from './measure.service.ts'

const { app, admin, useRules, useVendor, answerBy, answer } = await startAssist()

async function measured() {
  const lines: string[] = []
  const ok = await measureProvider(app.app, admin.id, (line) => lines.push(line))
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
