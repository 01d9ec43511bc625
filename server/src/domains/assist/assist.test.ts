// The assistant over HTTP: off at first, its budget, its log, its test, and questions that end as staged rows, none of them chosen.
import { assistCall, assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import { assistQuestions, assistText, type madeTypes } from '@shuyuan/contract/assist/questions/questions.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { NoticeState } from '@shuyuan/contract/message/notice.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAssist } from '../../../test/assist-site.ts'
import { enrolWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import { slideDeck } from '../../../test/slide-deck.ts'
import { makeRepo } from '../repo/repo.factory.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { drainTasks } from '../common/task.service.ts'

const MATERIAL = [
  '干粉灭火器每月检查一次，压力表指针应在绿色区域。',
  '热菜的中心温度必须达到70℃，冷菜存放不得超过2小时。',
  '生熟食品分开存放，刀具和砧板按颜色区分。',
  '联系人王小明，手机13812345678，邮箱wang@example.com，身份证11010119900307803X。',
].join('\n')

const site = await startAssist('teacher', 'learner')
const { app, admin, teacher, learner, calls, use, useVendor, answer } = site
const { id: repoId } = await makeRepo(app.ctx(), { title: '厨房安全' })
const other = await enrolWith(app, { userName: 'other' }, ['assist:questions', 'qu:import'], DataScope.own)

const wants = (quType: keyof typeof madeTypes, count = 1) => [{ quType, count }]
const on = (more: object = {}) => site.on({ questions: true, ...more })
const question = (more: object = {}) => ({
  type: '判断题',
  stem: '干粉灭火器每月检查一次。',
  options: [],
  answer: ['正确'],
  analysis: '材料如此规定。',
  level: '普通',
  quote: '干粉灭火器每月检查一次',
  ...more,
})
const answers = (...questions: unknown[]) => answer({ questions })

/** A run to its end, with its staged rows. */
async function run(body: object = {}, who = teacher) {
  const { runId } = await app.ok(
    assistQuestions.start,
    { repoId, source: { text: MATERIAL }, wants: wants(QuType.trueFalse), ...body },
    who,
  )
  await drainTasks(app.app)
  const found = await app.ok(assistQuestions.run, { runId }, who)
  const rows =
    found.importId === null
      ? []
      : (await app.ok(quImport.paging, { current: 1, size: 100, params: { importId: found.importId } }, who)).records
  return { ...found, rows }
}
const reasons = ({ dropped }: { dropped: { reason: string; n: number }[] }) => dropped.map((one) => one.reason)

beforeEach(async () => {
  await app.db.deleteFrom('assistDay').execute()
  await app.db.deleteFrom('assistRun').execute()
})

test('everything is off until a site switches it on', async () => {
  expect(await app.ok(assist.state, {}, teacher)).toEqual({
    questions: false,
    improve: false,
    notice: false,
    explain: false,
    mark: false,
    provider: '',
    host: '',
    price: null,
    left: null,
  })
  expect(
    (await app.call(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants: wants(QuType.trueFalse) }, teacher)).code,
  ).toBe(code('assistOff'))
  await on()
  expect(
    (await app.call(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants: wants(QuType.trueFalse) }, teacher)).code,
  ).toBe(code('assistUnset'))
  await use('rules')
  expect(await app.ok(assist.state, {}, teacher)).toMatchObject({ questions: true, provider: 'rules', host: '', left: null })
  expect((await app.ok(assist.state, {}, learner)).questions).toBe(false)
})

describe('the provider', () => {
  test('an address of the own network is refused unless it is listed, and the key is never shown', async () => {
    const inside = { type: 'model' as const, provider: 'local', data: { baseUrl: 'http://10.0.0.8:11434/v1', model: 'qwen3' }, remark: '' }
    expect((await app.call(configProp.save, inside, admin)).fields).toMatchObject([{ field: 'data.baseUrl' }])
    await useVendor('openai')
    const shown = await app.ok(configProp.detail, { type: 'model', provider: 'other' }, admin)
    expect(shown.data.apiKey).toBe('******')
    const stored = await app.db.selectFrom('sysProp').where('type', '=', 'model').select('data').execute()
    expect(JSON.stringify(stored)).not.toContain('sk-of-the-site')
  })

  test('with another address the key is needed anew', async () => {
    await useVendor('openai')
    const moved = {
      type: 'model' as const,
      provider: 'other',
      data: { baseUrl: `${site.url}/else/v1`, apiKey: '******', model: 'm' },
      remark: '',
    }
    expect((await app.call(configProp.save, moved, admin)).fields).toMatchObject([{ field: 'data.apiKey' }])
  })
})

describe('测试', () => {
  const tried = async (vendor: string, more: object = {}) => {
    await on()
    await useVendor(vendor, more)
    return app.ok(assistConfig.test, {}, admin)
  }
  const said = ({ findings }: { findings: { text: string }[] }) => findings.map((one) => one.text).join('\n')

  test('a model that reads everything and answers at once is well', async () => {
    const found = await tried('attentive')
    expect(found).toMatchObject({ ok: true, step: 'json_schema' })
    expect(said(found)).toContain('读到了完整的提示')
  })
  test.each([
    ['forgetful', {}, '实际上下文比配置的 8000 tokens 短'],
    ['bad-key', {}, '密钥无效'],
    ['lmstudio', { jsonMode: 'json_object' }, '服务不接受这样的请求'],
    ['no-balance', {}, '余额'],
    ['thoughts-only', {}, '模型把额度用在思考上了'],
    ['prose', {}, '没有按要求回答 JSON'],
    ['bad-gateway', {}, '请检查接口地址'],
  ])('%s is told in words', async (vendor, more, words) => {
    const found = await tried(vendor, more)
    expect(found.ok).toBe(false)
    expect(said(found)).toContain(words)
    expect(said(found)).not.toContain('sk-of-the-site')
  })
  test('thinking that is on is a warning', async () => {
    const found = await tried('thinker')
    expect(found.ok).toBe(true)
    expect(said(found)).toContain('模型在思考后才回答')
  })
  test('in English for who asks so', async () => {
    await useVendor('bad-key')
    const answer = await app.http.inject({
      method: 'POST',
      url: assistConfig.test.path,
      headers: { token: admin.token, 'accept-language': 'en' },
      payload: {},
    })
    expect(answer.body).toContain('The key is not valid')
  })
})

describe('questions of a text', () => {
  beforeEach(async () => {
    await on()
    await useVendor('openai')
  })

  test('are staged, unchosen, with their quote, and nothing enters the bank', async () => {
    answers(question())
    const before = await app.db.selectFrom('qu').select(app.db.fn.countAll().as('n')).executeTakeFirstOrThrow()
    const done = await run()
    expect(done).toMatchObject({ state: 'done', made: 1, dropped: [], error: '' })
    expect(done.rows).toMatchObject([
      {
        chosen: false,
        hasError: false,
        origin: { title: expect.stringContaining('干粉灭火器'), page: 0, quote: '干粉灭火器每月检查一次' },
      },
    ])
    expect(done.rows[0]?.body.analysis).toContain('出处：《')
    expect(await app.db.selectFrom('qu').select(app.db.fn.countAll().as('n')).executeTakeFirstOrThrow()).toEqual(before)
    const { source } = await app.db.selectFrom('assistRun').select('source').executeTakeFirstOrThrow()
    expect(JSON.stringify(source)).not.toContain('中心温度')
  })

  test('what a person chooses enters the bank, and nothing else', async () => {
    answers(question(), question({ stem: '冷菜存放可以超过2小时。', answer: ['错误'], quote: '冷菜存放不得超过2小时' }))
    const done = await run({ wants: wants(QuType.trueFalse, 2) })
    const id = done.importId ?? ''
    await app.ok(quImport.choose, { importId: id, rows: [2], chosen: true }, teacher)
    expect(await app.ok(quImport.commit, { id, chapterId: '', tags: [] }, teacher)).toEqual({ inserted: 1 })
  })

  test.each([
    ['a quote that is not in the material', { quote: '灭火器每周检查两次' }, 'quote'],
    ['a quote too short to tell', { quote: '每月' }, 'quote'],
    ['an answer that is no option', { type: '单选题', options: ['红', '黄', '绿'], answer: ['D'] }, 'answer'],
    ['two answers of a single choice', { type: '单选题', options: ['红', '黄', '绿'], answer: ['A', 'B'] }, 'answer'],
    ['a fill-in without a blank', { type: '填空题', answer: ['每月'] }, 'blank'],
    ['a fill-in whose answer is not in the quote', { type: '填空题', stem: '灭火器____检查', answer: ['每周'] }, 'blank'],
    ['another language than the material', { stem: 'Check the extinguisher every month.' }, 'language'],
    ['a type nobody asked for', { type: '组合题' }, 'wrong'],
    ['a stem that is too long', { stem: '长'.repeat(3_000) }, 'wrong'],
    ['no question at all', { stem: undefined }, 'wrong'],
  ])('%s is left out', async (_name, more, reason) => {
    answers(question(more))
    const types = [QuType.single, QuType.fillIn, QuType.trueFalse].map((quType) => ({ quType, count: 1 }))
    const done = await run({ wants: types })
    expect(done).toMatchObject({ state: 'failed', made: 0, importId: null })
    expect(reasons(done)).toEqual([reason])
  })

  test('markup of a model is text, and ids of others have no meaning', async () => {
    answers(
      question({
        stem: '<script>alert(1)</script>干粉灭火器<img src=x onerror=alert(1)>每月检查。',
        id: '1',
        quId: '1',
        repoId: '1',
        chosen: true,
      }),
    )
    const { rows } = await run()
    expect(rows[0]?.body.content).toContain('&lt;script&gt;')
    expect(rows[0]?.body.content).not.toMatch(/<script|<img/)
    expect(rows[0]).toMatchObject({ chosen: false })
    expect(await app.db.selectFrom('quImport').orderBy('id', 'desc').select('repoId').executeTakeFirst()).toEqual({ repoId })
  })

  test('more than was asked for is not taken, and the same only once', async () => {
    answers(
      ...Array.from({ length: 8 }, (_one, at) =>
        question({ stem: at < 4 ? '干粉灭火器每月检查一次。' : `灭火器检查第${at}问，是每月一次。` }),
      ),
    )
    const done = await run({ wants: wants(QuType.trueFalse, 3) })
    expect(done.made).toBe(3)
    expect(done.dropped).toEqual([{ reason: 'same', n: 3 }])
  })

  test('a question that the bank has nearly is shown with it', async () => {
    await makeQuestion(app.ctx(), { repoId, quType: QuType.trueFalse, content: '干粉灭火器是不是每月检查一次？' })
    answers(question())
    const { rows } = await run()
    expect(rows[0]?.problems.map((one) => one.msg)).toContainEqual(expect.stringContaining('相似'))
  })

  test('an answer that cannot be read ends the run with the reason', async () => {
    await useVendor('prose')
    expect(await run()).toMatchObject({ state: 'failed', made: 0, error: '智能助手的回答无法使用，请换个说法或减少数量。' })
    await useVendor('cut')
    expect(await run()).toMatchObject({ state: 'failed', importId: null })
    await useVendor('huge')
    expect(await run()).toMatchObject({ state: 'failed', importId: null })
  })

  test('one run at a time; a cancelled one leaves nothing', async () => {
    answers(question())
    const start = () => app.call(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants: wants(QuType.trueFalse) }, teacher)
    const first = await start()
    expect((await start()).code).toBe(code('conflict'))
    await app.ok(assistQuestions.cancel, { runId: first.data.runId }, teacher)
    await drainTasks(app.app)
    expect(await app.ok(assistQuestions.run, { runId: first.data.runId }, teacher)).toMatchObject({ state: 'cancelled', importId: null })
  })

  test('runs and staged rows belong to their author', async () => {
    answers(question())
    const done = await run()
    expect((await app.call(assistQuestions.run, { runId: done.id }, other)).code).toBe(code('notFound'))
    expect((await app.call(assistQuestions.cancel, { runId: done.id }, other)).code).toBe(code('notFound'))
    expect((await app.ok(assistQuestions.runs, {}, other)).total).toBe(0)
    expect((await app.ok(assistQuestions.runs, {}, teacher)).total).toBe(1)
    expect((await app.call(quImport.detail, { id: done.importId ?? '0' }, other)).code).toBe(code('notFound'))
  })

  test('for a bank that is kept from the assistant nothing starts, and a run that goes on ends', async () => {
    const keptId = (await makeRepo(app.ctx(), { title: '考前保密', assist: false })).id
    const before = calls.length
    const body = { repoId: keptId, source: { text: MATERIAL }, wants: wants(QuType.trueFalse) }
    expect(await app.call(assistQuestions.start, body, teacher)).toMatchObject({
      code: code('assistBank'),
      msg: '本题库设为不发送给智能助手',
    })
    const { runId } = await app.ok(assistQuestions.start, { ...body, repoId }, teacher)
    const { assist: _, ...bank } = await app.ok(repo.detail, { id: repoId }, admin)
    await app.ok(repo.save, { ...bank, assist: false }, admin)
    // a form that does not know the switch leaves it as it is
    await app.ok(repo.save, bank, admin)
    await drainTasks(app.app)
    expect(await app.ok(assistQuestions.run, { runId }, teacher)).toMatchObject({ state: 'failed', error: '本题库设为不发送给智能助手' })
    expect(calls).toHaveLength(before)
    await app.ok(repo.save, { ...bank, assist: true }, admin)
  })

  test('before each request it is asked whether the bank is still open', async () => {
    const open = (isOpen: boolean) => app.db.updateTable('repo').where('id', '=', repoId).set({ assist: isOpen }).execute()
    site.answerBy(async () => {
      await open(false)
      return JSON.stringify({ questions: [question()] })
    })
    const before = calls.length
    expect(await run({ wants: wants(QuType.trueFalse, 12) })).toMatchObject({ made: 1, error: '本题库设为不发送给智能助手' })
    expect(calls.length - before).toBe(1)
    await open(true)
  })

  test('without the right to import nothing starts', async () => {
    const half = await enrolWith(app, { userName: 'half' }, ['assist:questions'], DataScope.own)
    const answer = await app.call(assistQuestions.start, { repoId, source: { text: MATERIAL }, wants: wants(QuType.trueFalse) }, half)
    expect(answer.code).toBe(code('forbidden'))
  })
})

describe('what leaves the site', () => {
  test('the material without numbers of persons, the wishes, and nothing of anybody', async () => {
    await on()
    await useVendor('openai')
    answers(question())
    const before = calls.length
    await run({ more: '侧重温度' })
    const sent = calls
      .slice(before)
      .map((one) => one.body)
      .join('\n')
    expect(sent).toContain('压力表指针')
    expect(sent).toContain('侧重温度')
    expect(sent).toContain('【手机号】')
    for (const secret of ['13812345678', 'wang@example.com', '11010119900307803X', '田老师', 'tina', '厨房安全', teacher.token])
      expect(sent).not.toContain(secret)
    expect(Object.keys(JSON.parse(calls.at(-1)?.body ?? '{}') as object).toSorted()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
      'stream',
      'temperature',
    ])
    const header = JSON.stringify(calls.at(-1)?.headers)
    expect(header).not.toContain(teacher.token)
  })

  test('the log has it word for word, for who may read it', async () => {
    await on()
    await useVendor('openai')
    answers(question())
    await run()
    const [call] = (await app.ok(assistCall.paging, { current: 1, size: 10, params: { kind: 'questions' } }, admin)).records
    expect(call).toMatchObject({ state: 'done', userName: 'tina', provider: 'other', model: 'some-model', tokensIn: 100, tokensOut: 5 })
    const detail = await app.ok(assistCall.detail, { id: call?.id ?? '' }, admin)
    expect(detail.sent).toContain('压力表指针')
    expect(detail.sent).not.toContain('13812345678')
    expect(detail.answered).toContain('每月检查')
    expect((await app.call(assistCall.detail, { id: call?.id ?? '' }, teacher)).code).toBe(code('forbidden'))
    const sheet = await app.http.inject({ method: 'POST', url: assistCall.export.path, headers: { token: admin.token }, payload: {} })
    expect(sheet.headers['content-type']).toContain('spreadsheetml')
  })

  test('is forgotten after the days that the settings name', async () => {
    await on({ keepDays: 3 })
    await app.db
      .updateTable('assistCall')
      .set({ createTime: new Date(app.clock.now().getTime() - 4 * 86_400_000) })
      .execute()
    await app.runJobs('assist.call.forget')
    expect(await app.db.selectFrom('assistCall').select('id').execute()).toEqual([])
  })
})

describe('the budget', () => {
  test('of a person and of the site is kept, also by many at once', async () => {
    await on({ userTokens: 0, siteTokens: 100_000 })
    await useVendor('openai')
    const { reserve, leftOf } = await import('./ledger/budget.service.ts')
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => reserve(app.app, { userId: teacher.id, kind: 'questions' }, 30_000)),
    )
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
    expect(await leftOf(app.app, teacher.id)).toBe(10_000)
  })

  test('that is used up ends a run with its reason, and comes back at midnight', async () => {
    await on({ userTokens: 100 })
    await useVendor('openai')
    answers(question())
    expect(await run()).toMatchObject({ state: 'failed', error: '您今天的智能助手额度已用完，明天 0 点恢复。' })
    await on({ userTokens: 0, siteTokens: 100 })
    expect(await run()).toMatchObject({ state: 'failed', error: '本站今天的智能助手额度已用完。' })
  })

  test('counts what the service counts', async () => {
    await on()
    await useVendor('openai')
    answers(question())
    await run()
    expect(await app.db.selectFrom('assistDay').select(['userId', 'tokens', 'reserved']).orderBy('userId').execute()).toEqual([
      { userId: '0', tokens: 105, reserved: 0 },
      { userId: teacher.id, tokens: 105, reserved: 0 },
    ])
  })
})

describe('by rules, without a model', () => {
  test('questions come from numbers and duties, with their sentences', async () => {
    await on()
    await use('rules')
    const before = calls.length
    const types = [QuType.single, QuType.fillIn, QuType.trueFalse].map((quType) => ({ quType, count: 2 }))
    const done = await run({ wants: types })
    expect(done.made).toBeGreaterThanOrEqual(3)
    expect(done.rows.every((one) => !one.chosen && !one.hasError && MATERIAL.includes(one.origin?.quote ?? '?'))).toBe(true)
    expect(calls).toHaveLength(before)
    expect(await app.ok(assistConfig.test, {}, admin)).toMatchObject({ ok: true })
  })

  test('an estimate costs nothing', async () => {
    await on()
    await use('rules')
    const found = await app.ok(assistQuestions.estimate, { source: { text: MATERIAL }, wants: wants(QuType.trueFalse) }, teacher)
    expect(found).toMatchObject({ requests: 0, tokens: 0, left: null })
    expect(found.chars).toBeGreaterThan(50)
  })
})

describe('a notice', () => {
  test('is a material for who may read it', async () => {
    await on()
    await use('rules')
    const add = (state: NoticeState) =>
      app.db
        .insertInto('sysNotice')
        .values({
          title: '消防通知',
          content: `<p>${MATERIAL.split('\n')[1]}</p><p>请遵守。</p>`,
          state,
          createTime: new Date(),
          updateTime: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const shown = await add(NoticeState.shown)
    expect(await run({ source: { noticeId: shown.id }, wants: wants(QuType.fillIn) })).toMatchObject({ state: 'done', title: '消防通知' })
    const hidden = await add(NoticeState.hidden)
    const answer = await app.call(
      assistQuestions.start,
      { repoId, source: { noticeId: hidden.id }, wants: wants(QuType.trueFalse) },
      teacher,
    )
    expect(answer.code).toBe(code('notFound'))
  })
})

test('the text of a file is read for who may see course files', async () => {
  await on()
  await use('rules')
  expect((await app.call(assistText.detail, { fileId: '1' }, other)).code).toBe(code('forbidden'))
  expect((await app.call(assistText.detail, { fileId: '999' }, teacher)).code).toBe(code('notFound'))
})

describe('公告草稿', () => {
  const wish = { about: '下周消防演练，全员参加', facts: [{ name: '时间', value: '2026-12-01 14:00' }] }
  const draft = (who = admin, body: object = wish) => app.call(assistNotice.draft, { about: '', ...body }, who)

  test('needs its switch, and the right to add notices', async () => {
    await on()
    await useVendor('openai')
    expect((await draft()).code).toBe(code('assistOff'))
    await on({ notice: true })
    expect(await app.ok(assist.state, {}, admin)).toMatchObject({ notice: true })
    const writer = await enrolWith(app, { userName: 'drafts-only' }, ['assist:notice'], DataScope.all)
    expect((await draft(writer)).code).toBe(code('forbidden'))
    expect((await app.ok(assist.state, {}, writer)).notice).toBe(false)
    await use('rules')
    expect((await app.ok(assist.state, {}, admin)).notice).toBe(true)
  })

  test('by rules it is the points in sentences and the facts as they are', async () => {
    await on({ notice: true })
    await use('rules')
    const before = calls.length
    const { data } = await draft()
    expect(data).toMatchObject({ title: '关于下周消防演练的通知', doubtful: [] })
    expect(data.content).toContain('<p>下周消防演练，全员参加。</p><p>时间：2026-12-01 14:00</p>')
    expect(calls).toHaveLength(before)
  })

  test('the contents of facts stay here, stand in the draft, and the log has the rest word for word', async () => {
    await on({ notice: true })
    await useVendor('openai')
    answer({ title: '消防演练通知', paragraphs: ['演练于{{1}}开始。'] })
    const made = await app.ok(assistNotice.draft, { tone: 'formal', length: 'short', ...wish }, admin)
    expect(made).toEqual({ title: '消防演练通知', content: '<p>演练于2026-12-01 14:00开始。</p>', doubtful: [] })
    const { records } = await app.ok(assistCall.paging, { current: 1, size: 1, params: { kind: 'notice' } }, admin)
    const { sent } = await app.ok(assistCall.detail, { id: records[0]!.id }, admin)
    expect(sent).toContain(wish.about)
    expect(sent).not.toContain('2026-12-01')
  })

  test('an answer with an unknown mark cannot be used', async () => {
    await on({ notice: true })
    await useVendor('openai')
    answer({ title: '消防演练通知', paragraphs: ['演练于{{7}}开始。'] })
    expect((await draft()).code).toBe(code('assistUnusable'))
  })
})

test('questions of a file name its page, and wait outside the bank', async () => {
  await on()
  await use('rules')
  const { id: bank } = await makeRepo(app.ctx(), { title: '后厨规范问答' })
  const fileId = await slideDeck(app, '后厨卫生操作规范', ['', MATERIAL.replaceAll('\n', '')])
  const done = await run({ repoId: bank, source: { fileId }, wants: wants(QuType.fillIn) })
  expect(done).toMatchObject({ state: 'done', title: '后厨卫生操作规范' })
  expect(done.rows).toMatchObject([{ chosen: false, origin: { title: '后厨卫生操作规范', page: 2 } }])
  expect(done.rows[0]?.body.analysis).toContain('出处：《后厨卫生操作规范》第 2 页')
  expect(await app.db.selectFrom('qu').select('id').where('repoId', '=', bank).execute()).toEqual([])
})
