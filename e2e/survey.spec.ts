// A survey from the editor to its results: built, published with a notice, answered on a phone and by the link; an anonymous one names no user.
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { withDatabase } from './database.ts'

const TITLE = '新员工感受'

test('a survey is built, published with a notice, and listed', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/operate/survey')
  await page.getByRole('button', { name: '新建问卷' }).first().click()
  // the list has a field of the same name
  await expect(page.getByRole('heading', { name: '新建问卷', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: '问卷名称' }).fill(TITLE)
  await page.getByRole('textbox', { name: '第 1 题的题目' }).fill('您适应了吗？')
  await page.getByRole('textbox', { name: '选项 1' }).fill('适应了')
  await page.getByRole('textbox', { name: '选项 2' }).fill('还没有')
  await page.getByRole('group', { name: '添加题目' }).getByRole('button', { name: '文字' }).click()
  await page.getByRole('textbox', { name: '第 2 题的题目' }).fill('缺少什么帮助？')
  await page.getByRole('group', { name: '添加题目' }).getByRole('button', { name: '推荐度' }).click()
  await page.getByRole('textbox', { name: '第 3 题的题目' }).fill('您会推荐这里吗？')
  const second = page.getByRole('region', { name: '第 2 题' })
  await second.getByRole('combobox', { name: '显示条件' }).click()
  await page.getByTitle('当“1. 您适应了吗？”选了').click()
  // moved by the keyboard, and back
  const handle = page.getByRole('region', { name: '第 3 题' }).getByRole('button', { name: '拖动排序' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('已拿起第3行')).toBeAttached()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('dialog', { name: '预览' })
  await expect(preview.getByRole('radio', { name: '还没有' })).toBeVisible()
  await preview.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '保存并发布' }).click()
  const dialog = page.getByRole('dialog', { name: `发布问卷“${TITLE}”` })
  await dialog.getByRole('checkbox', { name: /^通知 \d+ 人$/ }).check()
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText(/问卷已发布，已通知 \d+ 人/)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(TITLE) })).toContainText('已发布')
  const { records } = await client.call(survey.paging, { params: { title: TITLE } })
  expect((await client.call(survey.detail, { id: records[0]!.id })).questions[1]!.showIf).toMatchObject({ question: expect.any(String) })
})

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

test('results show bars, means and words of a survey in use', async ({ site, openAs }) => {
  const admin = await signIn(site, 'admin')
  const { records } = await admin.call(survey.paging, { params: { title: '岗前培训满意度调查' } })
  const { page } = await openAs('teacher', `/admin/operate/survey/result/${records[0]!.id}`)
  await expect(page.getByRole('heading', { name: '岗前培训满意度调查' })).toBeVisible()
  await expect(page.getByText(/净推荐值/)).toBeVisible()
  await expect(page.getByRole('list', { name: '哪里可以做得更好？' }).getByRole('listitem').first()).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出答案' }).click()
  expect((await file).suggestedFilename()).toContain('问卷答案')
})
