// A trial of a template by its maker: drawn, marked and printed without being stored.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { trial } from '@shuyuan/contract/paper/trial.ts'
import { expect, test } from 'vitest'
import { contentOf } from '../../../../test/pdf.ts'
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

test('formulas are printed as the pages show them, or as their source, which the paper says', async () => {
  const formulas: [latex: string, printed: string][] = [
    [String.raw`\frac{1}{(x-1)(x+2)}`, '1(𝑥−1)(𝑥+2)'],
    [String.raw`\frac{(x+1)(x-1)}{(x+2)(x+3)}`, '(𝑥+1)(𝑥−1)(𝑥+2)(𝑥+3)'],
    ['f^{(n)}(x)', '𝑓(𝑛)(𝑥)'],
    ['y^{(4)}', '𝑦(4)'],
    ['x^{(a)(b)}', '𝑥(𝑎)(𝑏)'],
    ['a_{(1)}', '𝑎(1)'],
    [String.raw`\lim_{(x,y)\to(0,0)}z`, 'lim(𝑥,𝑦)→(0,0)𝑧'],
    [String.raw`\ce{H2SO4}`, 'H2SO4'],
    [String.raw`\unknown{x}`, '〔公式源码：\\unknown{x}〕'],
  ]
  const shown = (chosen: typeof formulas) =>
    chosen.map(([latex]) => `<span data-type="inline-math" data-latex="${latex.replaceAll('>', '&gt;')}"></span>`).join('甲')
  const printedText = async (chosen: typeof formulas) => {
    const { repoId, tmplId: printed } = await setUpExam(app.ctx(), {}, { single: 1 })
    const rows = await app.db.selectFrom('qu').where('repoId', '=', repoId).select(['id', 'body']).execute()
    for (const { id, body } of rows)
      await app.db
        .updateTable('qu')
        .where('id', '=', id)
        .set({ body: JSON.stringify({ ...(body as object), content: `<p>甲${shown(chosen)}甲</p>` }) })
        .execute()
    const { seed } = await app.ok(trial.draw, { tmplId: printed }, teacher)
    const { rawPayload } = await app.http.inject({
      method: 'POST',
      url: trial.print.path,
      headers: { token: teacher.token },
      payload: { tmplId: printed, seed, keys: false },
    })
    return (await contentOf(rawPayload)).text
  }
  const text = await printedText(formulas)
  for (const [, expected] of formulas) expect(text).toContain(`甲${expected}甲`)
  expect(text).toContain('有1处公式不能准确排版')
  expect(await printedText(formulas.slice(0, 3))).not.toContain('源码')
})
