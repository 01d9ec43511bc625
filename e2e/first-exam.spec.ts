// The first exam on a new site, by a teacher who has never seen the product: from their home to the exported results, every click counted.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { openFreshSite, people } from './fresh-site.ts'

const MOST_CLICKS = 60

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture names from the pattern
  site: async ({}, use) => {
    const site = await openFreshSite()
    await use(site)
    await site.close()
  },
})

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

/**
 * Counts in the browser what a person does with mouse and keyboard: each press of a button of the mouse, Enter anywhere, and the space bar
 * outside of text. Typing is not counted.
 */
async function counted(context: BrowserContext) {
  let presses = 0
  await context.exposeFunction('countPress', () => void presses++)
  const listen = () => {
    const count = (globalThis as unknown as { countPress: () => Promise<void> }).countPress
    const isText = (target: EventTarget | null) => target instanceof HTMLElement && /^(?:INPUT|TEXTAREA)$/.test(target.tagName)
    addEventListener('pointerdown', (event) => event.isTrusted && void count(), true)
    const isActivation = ({ key, target }: KeyboardEvent) => key === 'Enter' || (key === ' ' && !isText(target))
    addEventListener('keydown', (event) => event.isTrusted && isActivation(event) && void count(), true)
  }
  await context.addInitScript(listen)
  for (const page of context.pages()) await page.evaluate(listen)
  return () => presses
}

/** Goes into a field as a person does, unless it has the focus already, and types. */
async function type(field: Locator, value: string) {
  await expect(field).toBeVisible()
  if (!(await field.evaluate((one) => one === document.activeElement))) await field.click()
  await field.page().keyboard.insertText(value)
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
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test('a stranger holds the first exam from their home to the exported results within 60 clicks', async ({ openAs }) => {
  const { page, context } = await openAs(people.teacher, '/', { apart: true })
  const clicks = await counted(context)
  const steps: Record<string, number> = {}
  const seconds: Record<string, number> = {}
  let before = 0
  let begun = Date.now()
  const done = (step: string) => {
    steps[step] = clicks() - before
    seconds[step] = Math.round((Date.now() - begun) / 1_000)
    before = clicks()
    begun = Date.now()
  }

  // a bank, from the first steps of a new site
  await page
    .getByRole('link', { name: /建第一个题库|新建题库/ })
    .first()
    .click()
  await button(page, /新建题库$/)
    .first()
    .click()
  await type(page.getByRole('dialog').getByLabel('题库名称'), '消防安全')
  await button(page.getByRole('dialog'), /确\s*定/).click()
  await page.getByRole('link', { name: '消防安全' }).click()
  done('bank')

  // its questions, pasted
  await button(page, /导入$/).click()
  await page.getByText('粘贴文字', { exact: true }).click()
  await type(page.getByRole('textbox', { name: '试题文字' }), text)
  await button(page, '下一步：核对 3 题').click()
  await button(page, '导入 3 题').click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  done('questions')

  // a template of what the bank has
  await button(page, /去组卷$/).click()
  await expect(page.getByTestId('template-totals')).toContainText('14')
  await button(page, '发布并创建考试').click()
  done('template')

  // the exam, and its publication with the notice
  const title = '消防安全第一场考试'
  await type(page.getByRole('textbox', { name: '考试名称' }), title)
  await button(page, '随堂练习').click()
  await button(page, /^保\s*存$/).click()
  const question = page.getByRole('dialog')
  await question.getByRole('checkbox', { name: /^通知 \d+ 人$/ }).click()
  await expect(question.getByRole('region', { name: '通知内容' })).toContainText(title)
  await button(question, /发\s*布/).click()
  await expect(page.getByText(/考试已发布，已通知 \d+ 人/)).toBeVisible()
  done('exam')

  const learner = await openAs(people.learner, '/web/index')
  await learner.page.goto(`/web/course?title=${encodeURIComponent(title)}`)
  await learner.page.getByRole('article').filter({ hasText: title }).getByRole('link').first().click()
  await sit(learner.page)

  // an invigilator watches from their own home; their clicks are counted, too
  const proctor = await openAs(people.proctor, '/', { apart: true })
  const watched = await counted(proctor.context)
  await proctor.page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  await expect(proctor.page.getByRole('listitem').filter({ hasText: '陈晓梅' })).toContainText('在线')
  steps['watch'] = watched()
  await button(learner.page, '交卷').click()
  await learner.page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(learner.page.getByText('交卷成功')).toBeVisible()

  // marked
  await page.getByRole('row').getByRole('link', { name: title }).click()
  await page.getByRole('tab', { name: '阅卷' }).click()
  await button(page, /^评/).click()
  await button(page, '满分').click()
  await button(page, '保存并下一份').click()
  await expect(page.getByText('没有等待您评分的答案了')).toBeVisible()
  done('marking')

  // results, and their sheet
  await page.getByText(`考试概况 · ${title}`).first().click()
  await page.getByRole('tab', { name: '成绩', exact: true }).click()
  await expect(page.getByRole('row', { name: '陈晓梅' })).toContainText('14 / 14')
  await button(page, /导出/).first().click()
  await page.getByRole('menuitem', { name: '导出成绩表（Excel）' }).click()
  const ready = button(page.getByRole('dialog', { name: '导出任务' }), /下载/)
  await expect(ready).toBeVisible()
  const sheet = page.waitForEvent('download')
  await ready.click()
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/)
  done('results')

  const total = Object.values(steps).reduce((sum, one) => sum + one, 0)
  test.info().annotations.push({ type: 'clicks', description: `${total}: ${JSON.stringify(steps)}` })
  // what the machine takes, without what a person reads and types
  test.info().annotations.push({ type: 'seconds', description: JSON.stringify(seconds) })
  expect(total).toBeGreaterThan(20)
  expect(total).toBeLessThanOrEqual(MOST_CLICKS)
})
