// A survey is answered on a phone and by its link; an anonymous one names no user.
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { withDatabase } from './database.ts'

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a learner answers once, visitors by the link, and nobody is named', async ({ site, openAs, browser }) => {
    const teacher = await signIn(site, 'teacher')
    const options = ['满意', '不满意'].map((text, n) => ({ id: `o${n}`, text }))
    const { id } = await teacher.call(survey.save, {
      title: '食堂怎么样',
      open: true,
      captcha: false,
      questions: [
        { id: 'q1', type: 'single', title: '满意吗？', options },
        { id: 'q2', type: 'text', title: '哪里不满意？', showIf: { question: 'q1', values: ['o1'] } },
        { id: 'q3', type: 'nps', title: '会推荐吗？' },
      ],
    })
    await teacher.call(survey.publish, { id })
    const { page } = await openAs('learner34', '/web/uc?to=survey')
    await page.getByRole('link', { name: /食堂怎么样/ }).tap()
    await page.getByRole('radio', { name: '不满意' }).check()
    await page.getByRole('textbox', { name: '哪里不满意？' }).fill('太油')
    await page.reload()
    // the draft
    await expect(page.getByRole('textbox', { name: '哪里不满意？' })).toHaveValue('太油')
    await page.getByRole('button', { name: '提交问卷' }).tap()
    await expect(page.getByText('请回答第 3 题')).toBeVisible()
    await page.getByRole('radio', { name: '7', exact: true }).check()
    await page.getByRole('button', { name: '提交问卷' }).tap()
    await expect(page.getByText('提交成功，感谢您的填写！')).toBeVisible()
    await page.reload()
    await expect(page.getByText('您已经填写过这份问卷')).toBeVisible()

    const { link } = await teacher.call(survey.detail, { id })
    const visitor = await browser.newPage({ baseURL: site.url })
    await visitor.goto(link)
    await visitor.getByRole('radio', { name: '满意', exact: true }).check()
    await visitor.getByRole('radio', { name: '10', exact: true }).check()
    await visitor.getByRole('button', { name: '提交问卷' }).click()
    await expect(visitor.getByText('提交成功，感谢您的填写！')).toBeVisible()
    await visitor.close()

    for (const name of ['learner31', 'learner32', 'learner33'])
      await (await signIn(site, name)).call(surveyAnswer.save, { id, answers: { q1: 'o0', q3: 9 } })
    const rows = await withDatabase(
      site,
      async (db) => (await db.query(`select * from survey_answer where survey_id = ${id}`)).rows as object[],
    )
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row).toMatchObject({ user_id: null, dept_code: null, create_time: null })
  })
})
