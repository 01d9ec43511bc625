// What requests cost, how many are sent within a limit, and what becomes of one that is given up.
import { assistCall, assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import { assistQuestion } from '@shuyuan/contract/assist/improve/improve.ts'
import { assistQuestions } from '@shuyuan/contract/assist/questions/questions.ts'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import * as z from 'zod'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAssist } from '../../../../test/assist-site.ts'
import { handIn, startNewPaper } from '../../../../test/papers.ts'
import { enrolWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { readArchive } from '../../../kernel/archive.ts'
import { drainTasks } from '../../common/task.service.ts'
import { answerAs } from '../../paper/fixed.factory.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { askModel, newFence } from './ask.service.ts'
import { openAssistant } from './assistant.service.ts'
import { scrubbed } from './scrub.rules.ts'

const site = await startAssist('teacher', 'ann')
const { app, admin, teacher, ann, on, useRules, useVendor, answer, answerBy, calls } = site
await app.http.listen({ port: 0, host: '127.0.0.1' })
const address = app.http.listeningOrigin
const { id: repoId } = await makeRepo(app.ctx(), { title: '厨房安全' })

const MATERIAL = '干粉灭火器每月检查一次，压力表指针应在绿色区域。热菜的中心温度必须达到70℃。'
const wants = [{ quType: QuType.trueFalse, count: 1 }]
const made = {
  questions: [
    {
      type: '判断题',
      stem: '干粉灭火器每月检查一次。',
      options: [],
      answer: ['正确'],
      analysis: '',
      level: '普通',
      quote: '干粉灭火器每月检查一次',
    },
  ],
}
const wish = { about: '下周消防演练，全员参加', facts: [] }
const improve = { quType: QuType.shortAnswer, level: QuLevel.normal, body: { content: '<p>油锅起火怎么办</p>' }, wants: ['stem' as const] }
const all = { questions: true, improve: true, notice: true, explain: true, userTokens: 0, siteTokens: 0, learnerTokens: 0 }
const dayOf = (userId: string) =>
  app.db.selectFrom('assistDay').where('userId', '=', userId).select(['tokens', 'reserved', 'calls']).executeTakeFirst()
const lastCall = () =>
  app.db
    .selectFrom('assistCall')
    .orderBy('id', 'desc')
    .select(['state', 'error', 'kind', 'tokensIn', 'tokensOut'])
    .executeTakeFirstOrThrow()

beforeEach(async () => {
  await app.db.deleteFrom('assistDay').execute()
  await app.db.deleteFrom('assistCall').execute()
  await on(all)
  await useVendor()
})

describe('the cost', () => {
  const priced = { priceIn: 2, priceOut: 8.5 }

  test('stands in the estimate, at the request, in the export and in the sums per day', async () => {
    await useVendor('openai', priced)
    expect(await app.ok(assist.state, {}, teacher)).toMatchObject({ price: { in: 2, out: 8.5 } })
    const { tokens, cost } = await app.ok(assistQuestions.estimate, { source: { text: MATERIAL }, wants }, teacher)
    expect(cost).toBeGreaterThan((tokens * 2) / 1_000_000)
    expect(cost).toBeLessThan((tokens * 8.5) / 1_000_000)
    answer(made)
    const { runId } = await app.ok(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants }, teacher)
    await drainTasks(app.app)
    expect((await app.ok(assistQuestions.run, { runId }, teacher)).made).toBe(1)
    // 100 tokens in, 5 out
    const spent = 0.000243
    const [row] = (await app.ok(assistCall.paging, {}, admin)).records
    expect(row?.cost).toBeCloseTo(spent, 6)
    expect((await app.ok(assistCall.detail, { id: row?.id ?? '0' }, admin)).cost).toBeCloseTo(spent, 6)
    answer({ title: '通知', paragraphs: ['请参加。'] })
    await app.ok(assistNotice.draft, wish, admin)
    const days = await app.ok(assistCall.days, {}, admin)
    expect(days).toMatchObject([{ calls: 2, failed: 0, tokensIn: 200, tokensOut: 10 }])
    expect(days[0]?.cost).toBeCloseTo(2 * spent, 6)
    const sheet = await app.http.inject({ method: 'POST', url: assistCall.export.path, headers: { token: admin.token }, payload: {} })
    const cells = [...readArchive(sheet.rawPayload).values()].map((one) => Buffer.from(one).toString()).join('')
    expect(cells).toContain('费用（元）')
    expect(cells).toContain('0.000243')
    expect(await app.ok(assistCall.days, { params: { kind: 'mark' } }, admin)).toEqual([])
    expect((await app.call(assistCall.days, {}, teacher)).code).toBe(code('forbidden'))
  })

  test('is not known without a price, and is told to nobody else', async () => {
    expect((await app.ok(assistQuestions.estimate, { source: { text: MATERIAL }, wants }, teacher)).cost).toBeNull()
    answer({ title: '通知', paragraphs: ['请参加。'] })
    await app.ok(assistNotice.draft, wish, admin)
    expect((await app.ok(assistCall.paging, {}, admin)).records[0]?.cost).toBe(0)
    await useVendor('openai', priced)
    expect((await app.ok(assist.state, {}, ann)).price).toBeNull()
    await useRules()
    expect((await app.ok(assist.state, {}, teacher)).price).toBeNull()
  })
})

/** The stand-in answers only when `open` is called. */
function held(value: unknown) {
  let open = () => undefined as void
  const gate = new Promise<void>((resolve) => (open = resolve))
  answerBy(async () => {
    await gate
    return JSON.stringify(value)
  })
  return () => open()
}

describe('many at once', () => {
  const writer = (userName: string) => enrolWith(app, { userName }, ['assist:notice', 'sys:notice:add'], DataScope.all)
  const draft = (who: Person) => app.call(assistNotice.draft, wish, who)
  const written = { title: '通知', paragraphs: ['请参加。'] }

  /** What one such request reserves. */
  async function reservation(who: Person): Promise<number> {
    const open = held(written)
    const sent = draft(who)
    await expect.poll(async () => (await dayOf(who.id))?.reserved ?? 0).toBeGreaterThan(0)
    const { reserved = 0 } = (await dayOf(who.id)) ?? {}
    open()
    await sent
    await app.db.deleteFrom('assistDay').execute()
    return reserved
  }

  test.each([
    ['userTokens', 'assistBudget'],
    ['siteTokens', 'assistSiteBudget'],
  ] as const)('20 requests with a limit for 3 send exactly 3: %s', async (limit, refusal) => {
    await useVendor('openai', { atOnce: 20 })
    const one = await reservation(await writer(`first-${limit}`))
    await on({ ...all, [limit]: 3 * one })
    const who = await writer(`many-${limit}`)
    const before = calls.length
    const open = held(written)
    let refused = 0
    const sent = Array.from({ length: 20 }, async () => {
      const { code: said } = await draft(who)
      if (said !== 0) refused += 1
      return said
    })
    // those that are sent wait for the stand-in
    await expect.poll(() => refused).toBe(17)
    await expect.poll(() => calls.length - before).toBe(3)
    open()
    const codes = await Promise.all(sent)
    expect(codes.filter((said) => said === 0)).toHaveLength(3)
    expect(new Set(codes)).toEqual(new Set([0, code(refusal)]))
    expect(calls.length - before).toBe(3)
    expect(await dayOf('0')).toEqual({ tokens: 3 * 105, reserved: 0, calls: 3 })
    expect(await dayOf(who.id)).toEqual({ tokens: 3 * 105, reserved: 0, calls: 3 })
  })
})

describe('a request that is given up', () => {
  /** Sends a call as a browser does, and closes its connection once the service has the request. */
  async function giveUp(endpoint: Endpoint, body: object, who: Person) {
    const before = calls.length
    const ending = new AbortController()
    const sent = fetch(`${address}${endpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: who.token },
      body: JSON.stringify(body),
      signal: ending.signal,
    })
    const ended = sent.then(
      () => 'answered',
      (error: Error) => error.name,
    )
    await expect.poll(() => calls.length).toBe(before + 1)
    ending.abort()
    expect(await ended).toBe('AbortError')
    await expect.poll(() => calls[before]?.isGivenUp).toBe(true)
    await expect.poll(async () => (await lastCall()).state).toBe('cancelled')
    await expect.poll(async () => (await dayOf(who.id))?.reserved ?? (await dayOf('0'))?.reserved).toBe(0)
    return before
  }

  test('ends at the service in each use that a page waits for, and its budget settles', async () => {
    await useVendor('silent')
    await giveUp(assistQuestion.improve, improve, teacher)
    const { tokens = 0 } = (await dayOf(teacher.id)) ?? {}
    // what the service has read by then is counted
    expect(tokens).toBeGreaterThan(0)
    expect(tokens).toBe((await lastCall()).tokensIn)
    await giveUp(assistNotice.draft, wish, admin)
    const { id: paperId } = await startNewPaper(app, ann, { showAnswer: 'handed' }, { single: 1 })
    await handIn(app, ann, paperId, (key) => answerAs(key, false))
    const { groups } = await app.ok(paper['paper-result'], { id: paperId }, ann)
    await giveUp(assistExplain.explain, { scene: 'paper', ref: paperId, quId: groups[0]!.quList[0]!.quId }, ann)
    const before = calls.length
    await giveUp(assistConfig.test, {}, admin)
    expect(calls.length - before).toBe(1)
    // a person who gives up says nothing about the service
    await useVendor()
    answer({ title: '通知', paragraphs: ['请参加。'] })
    expect((await app.call(assistNotice.draft, wish, admin)).code).toBe(0)
  })

  test('a run that is cancelled ends its request at once', async () => {
    await useVendor('silent')
    const before = calls.length
    const { runId } = await app.ok(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants }, teacher)
    const drained = drainTasks(app.app)
    await expect.poll(() => calls.length).toBe(before + 1)
    await app.ok(assistQuestions.cancel, { runId }, teacher)
    await drained
    expect(calls[before]?.isGivenUp).toBe(true)
    expect(await app.ok(assistQuestions.run, { runId }, teacher)).toMatchObject({ state: 'cancelled', importId: null })
    expect(await lastCall()).toMatchObject({ state: 'cancelled', error: '' })
    expect((await dayOf(teacher.id))?.reserved).toBe(0)
  })

  test('one that waits for its turn is not sent', async () => {
    await useVendor('silent', { atOnce: 1 })
    const before = calls.length
    const first = new AbortController()
    const second = new AbortController()
    const Shape = z.object({ word: z.string() })
    const assistant = await openAssistant(app.app)
    const ask = ({ signal }: AbortController) =>
      askModel(
        app.app,
        assistant,
        { kind: 'improve', userId: teacher.id, about: '', signal },
        { system: '甲', user: '乙', shape: Shape, read: Shape, name: 'word' },
      )
    const endOf = (one: AbortController) => ask(one).catch((error: unknown) => error)
    const one = endOf(first)
    await expect.poll(() => calls.length).toBe(before + 1)
    const other = endOf(second)
    await expect.poll(async () => (await dayOf(teacher.id))?.calls).toBe(2)
    second.abort()
    expect(await other).toMatchObject({ trouble: 'cancelled' })
    first.abort()
    expect(await one).toMatchObject({ trouble: 'cancelled' })
    expect(calls).toHaveLength(before + 1)
    expect((await dayOf(teacher.id))?.reserved).toBe(0)
  })
})

test('a fence is sent as it was made, and no two are alike', () => {
  const fences = Array.from({ length: 20_000 }, newFence)
  expect(fences.filter((one) => scrubbed(one) !== one)).toEqual([])
  expect(new Set(fences).size).toBe(20_000)
  expect(new Set(fences.map((one) => one.length)).size).toBe(1)
})
