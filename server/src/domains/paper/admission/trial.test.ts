// A trial of a template by its maker: drawn, marked and printed without being stored.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { trial } from '@shuyuan/contract/paper/trial.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { drawTrial } from './trial.service.ts'
import { blankPaper } from '../result/print-blank.format.ts'

const { app, teacher, learner } = await startWith('teacher', 'learner')
const { tmplId } = await setUpExam(app.ctx(), {}, { single: 2 })

test('a trial is drawn without keys, marked, and stored nowhere', async () => {
  const papers = () => app.db.selectFrom('paper').select('id').execute()
  const before = await papers()
  const drawn = await app.ok(trial.draw, { tmplId }, teacher)
  const questions = drawn.groups.flatMap((group) => group.quList)
  expect(questions.map((one) => one.key)).toEqual([null, null])
  const { groups } = await app.ok(trial.draw, { tmplId, seed: drawn.seed, keys: true }, teacher)
  const keyed = groups.flatMap((group) => group.quList)
  expect(keyed.map((one) => one.quId)).toEqual(questions.map((one) => one.quId))
  const answers = keyed.slice(0, 1).map((one) => ({ quId: one.quId, answer: { tags: one.key?.right ?? [] } }))
  expect(await app.ok(trial.mark, { tmplId, seed: drawn.seed, answers, passScore: 2 }, teacher)).toMatchObject({
    score: 2,
    totalScore: 4,
    passed: true,
  })
  expect(await papers()).toEqual(before)
  expect((await app.call(trial.draw, { tmplId, keys: true }, learner)).code).toBe(errors.forbidden[0])
})

test('a trial is marked as the exam marks', async () => {
  const filled = await setUpExam(app.ctx(), {}, { fillIn: 1 })
  const { seed, groups } = await app.ok(trial.draw, { tmplId: filled.tmplId, keys: true }, teacher)
  const answers = groups.flatMap((group) =>
    group.quList.map((one) => ({ quId: one.quId, answer: { blanks: one.key?.blanks.map((blank) => blank.split('||')[0] ?? '') ?? [] } })),
  )
  const mark = (passScore: number) => app.ok(trial.mark, { tmplId: filled.tmplId, seed, answers, passScore }, teacher)
  expect(await mark(2)).toMatchObject({ score: 2, passed: true })
  expect(await mark(3)).toMatchObject({ score: 2, passed: false })
})

test('says whether another candidate gets other questions', async () => {
  const { groups } = await app.ok(trial.draw, { tmplId }, teacher)
  const quList = groups.flatMap((group) => group.quList.map(({ quId }) => ({ quId, score: 200 })))
  const fixed = await makeTmpl(app.ctx(), { groups: [{ title: '固定', mode: 'fixed', draws: [], quList }] })
  expect(await app.ok(trial.draw, { tmplId }, teacher)).toMatchObject({ random: true })
  expect(await app.ok(trial.draw, { tmplId: fixed }, teacher)).toMatchObject({ random: false })
})

const everyType = { single: 1, multiple: 1, trueFalse: 1, fillIn: 1, matching: 1, composite: 1, shortAnswer: 1 }

test('is printed as PDF with every type of question, for who may see the keys', async () => {
  const all = await setUpExam(app.ctx(), {}, everyType)
  const { seed } = await app.ok(trial.draw, { tmplId: all.tmplId }, teacher)
  const print = (keys: boolean, person: { token: string }) =>
    app.http.inject({
      method: 'POST',
      url: trial.print.path,
      headers: { token: person.token },
      payload: { tmplId: all.tmplId, seed, keys },
    })
  for (const keys of [false, true]) {
    const reply = await print(keys, teacher)
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect((await print(false, learner)).json()).toMatchObject({ code: errors.forbidden[0] })
})

test('the printed paper has space for answers, and its keys only when asked', async () => {
  const all = await setUpExam(app.ctx(), {}, everyType)
  const sheet = async (keys: boolean) =>
    JSON.stringify(blankPaper(await drawTrial(app.ctx(), { tmplId: all.tmplId, seed: '7', keys }), '书院'))
  const [blank, keyed] = [await sheet(false), await sheet(true)]
  expect(blank).toContain('"kind":"space"')
  expect(blank).not.toMatch(/正确答案|参考答案|解析|未作答|待阅卷/)
  expect(keyed).toContain('正确答案')
  expect(keyed).not.toMatch(/"kind":"space"|未作答|待阅卷/)
})
