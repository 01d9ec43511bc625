// The first exam of a teacher who has never seen the product: from the sign-in to a marked result, every click counted.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const MOST_CLICKS = 60
const learnerName = '陈晓梅'

const text = `一、单选题
1、火警电话是多少？
A.110 B.119 C.120 D.122
答案：B

2、灭火器应当放在哪里？
A.明显处 B.锁柜里 C.楼顶 D.车库
答案：A

二、简答题
3、简述发现火情后的处置步骤。
答案：报警，疏散，扑救初起火灾。`

/** Clicks and fields that one goes into, both counted. */
function counting(page: Page) {
  page.setDefaultTimeout(20_000)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  return {
    click,
    button: (name: string | RegExp) => click(page.getByRole('button', { name, exact: typeof name === 'string' })),
    fill: async (target: Locator, value: string) => {
      clicks++
      await target.fill(value)
    },
    choose: async (label: string, value: string) => {
      clicks += 2
      await page.getByRole('combobox', { name: label }).fill(value)
      await page.locator('.ant-select-item-option:visible', { hasText: value }).first().click()
    },
    total: () => clicks,
  }
}

/** The learner's part: two right answers and a text. */
async function sit(page: Page) {
  await page.getByRole('checkbox', { name: /^我已阅读考试须知/ }).check()
  await page.getByRole('button', { name: '开始考试' }).click()
  const next = page.getByRole('button', { name: '下一题' })
  for (let at = 0; at < 2; at++) {
    await page.getByRole('radio', { name: /119|明显处/ }).click()
    await next.click()
  }
  await page.getByRole('textbox').fill('先报警，再疏散，最后扑救。')
  await page.getByRole('button', { name: '交卷', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
}

test('a stranger holds the first exam from the sign-in to the marked result within 60 clicks', async ({ page, openAs }) => {
  const { click, button, fill, choose, total } = counting(page)
  const bank = `初次题库${Date.now() % 1_000_000}`
  await page.goto('/')
  await fill(page.getByLabel('用户名'), 'teacher')
  await fill(page.getByLabel('密码'), 'Teacher@2026')
  await button(/登\s*录/)

  // a bank, and its questions from text
  await click(page.getByRole('menuitem', { name: /题库$/ }))
  await click(page.getByRole('menuitem', { name: /题库管理$/ }))
  await button(/新建题库$/)
  await fill(page.getByRole('dialog').getByLabel('题库名称'), bank)
  await click(page.getByRole('dialog').getByRole('button', { name: /确\s*定/ }))
  await click(page.getByRole('link', { name: bank }))
  await button(/导入$/)
  await click(page.getByText('粘贴文字', { exact: true }))
  await fill(page.getByRole('textbox', { name: '试题文字' }), text)
  await button('下一步：核对 3 题')
  await button('导入 3 题')
  await expect(page.getByText('数据导入成功！')).toBeVisible()

  // a template of what the bank has
  await click(page.getByRole('menuitem', { name: /考试$/ }).first())
  await click(page.getByRole('menuitem', { name: /试卷模板$/ }))
  await button(/新建模板$/)
  await fill(page.getByRole('textbox', { name: '模板名称' }), `${bank}卷`)
  await choose('第1行的题库', bank)
  await fill(page.getByRole('spinbutton', { name: '第1行的抽题数' }), '2')
  await button(/添加大题$/)
  await click(page.getByText('固定选题').last())
  await button(/选择试题$/)
  const picker = page.getByRole('dialog', { name: '选择试题' })
  await fill(picker.getByRole('combobox', { name: '题库' }), bank)
  await click(page.locator('.ant-select-item-option:visible', { hasText: bank }))
  await click(picker.getByRole('row', { name: '简述发现火情后的处置步骤' }).getByRole('checkbox'))
  await click(picker.getByRole('button', { name: '确认1项' }))
  await fill(page.getByRole('spinbutton', { name: '第1题的分数' }), '6')
  await button(/发\s*布/)
  await click(page.getByRole('row', { name: `${bank}卷` }).getByRole('link', { name: '创建考试' }))

  // an exam by a preset, and its publication
  const title = `${bank}第一场考试`
  await fill(page.getByRole('textbox', { name: '考试名称' }), title)
  await button('随堂练习')
  await button('保存草稿')
  await click(page.getByRole('row').getByRole('link', { name: title }))
  await button(/发\s*布/)
  await click(page.getByRole('dialog').getByRole('button', { name: /发\s*布/ }))
  await expect(page.getByText('考试已发布')).toBeVisible()

  const learner = await openAs('learner05', `/web/course?title=${encodeURIComponent(title)}`)
  await learner.page.getByRole('article').filter({ hasText: title }).getByRole('link').first().click()
  await sit(learner.page)

  // marked, and looked at
  await click(page.getByRole('tab', { name: '阅卷' }))
  await button(/^评/)
  await button('满分')
  await button('保存并下一份')
  await expect(page.getByText('没有等待您评分的答案了')).toBeVisible()
  await click(page.getByText(`考试概况 · ${title}`).first())
  await click(page.getByRole('tab', { name: '成绩', exact: true }))
  await expect(page.getByRole('row', { name: learnerName })).toContainText('10 / 10')

  test.info().annotations.push({ type: 'clicks', description: String(total()) })
  expect(total()).toBeLessThanOrEqual(MOST_CLICKS)
})
