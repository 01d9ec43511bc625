// The walk of docs/accessibility.md: an exam from the list to the receipt by keyboard alone, and what a screen reader is told.
import type { Locator, Page } from '@playwright/test'
import { answersOf, openExam } from './exam-setup.ts'
import { expect, test } from './fixtures.ts'

/** Tabs until the element has the focus, as a person does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

async function activate(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

test('an exam is taken by keyboard alone, from the list to the receipt', async ({ site, openAs }) => {
  test.slow()
  const exam = await openExam(site)
  const { page, client } = await openAs('learner41', `/web/course?title=${encodeURIComponent(exam.title)}`)
  const { keyboard } = page
  const question = (number: number) => page.getByRole('heading', { name: `第 ${number} 题` })
  const next = page.getByRole('button', { name: '下一题' })
  await expect(page.getByRole('article').filter({ hasText: exam.title })).toBeVisible()
  await activate(page, page.getByRole('article').filter({ hasText: exam.title }).getByRole('link', { name: '参加考试' }))
  await tabTo(page, page.getByRole('checkbox'))
  await keyboard.press('Space')
  await activate(page, page.getByRole('button', { name: '开始考试' }))
  await page.waitForURL(/\/web\/exam\/start\/\d+/)
  const paperId = page.url().split('/').at(-1)!

  // single choice: Tab enters the group, the arrows up and down choose
  await tabTo(page, page.getByRole('radio').first())
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '119' })).toBeChecked()
  await expect(page.getByRole('group', { name: '发现火情后，首先应当拨打的电话是？ 选项' })).toBeVisible()
  // beside the clock, which speaks too
  const spoken = page.getByRole('banner').getByRole('status')
  await expect(spoken.filter({ hasText: /^已保存 \d\d:\d\d，已答 1 题，共 7 题$/ })).toHaveCount(1)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region "第 1 题 / 7":
      - heading "第 1 题 / 7" [level=2]
      - button "标记"
  `)
  // to the right is the next question, which is read out because its heading has the focus
  await keyboard.press('ArrowRight')
  await expect(question(2)).toBeFocused()
  await keyboard.press('a')
  await keyboard.press('b')
  await keyboard.press('f')
  await expect(page.getByRole('button', { name: '已标记', exact: true, pressed: true })).toBeVisible()
  await keyboard.press('ArrowRight')
  await expect(question(3)).toBeFocused()
  await keyboard.press('b')
  await activate(page, next)
  await expect(question(4)).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: '第 1 空：火警电话是 … ，急救电话是 …' }))
  await keyboard.type('119')
  await keyboard.press('Tab')
  await keyboard.type('120')
  await activate(page, next)
  await expect(question(5)).toBeFocused()
  const side = (name: string, text: string) => page.getByRole('list', { name }).getByRole('button').filter({ hasText: text })
  const pairing = page.getByRole('group', { name: '请将标志与含义配对。' })
  await activate(page, side('左项', '红色'))
  await activate(page, side('右项', '禁止'))
  await expect(pairing.getByRole('status')).toHaveText(/^A 对应 .、请为 B 选择对应的右项$/)
  // its letter pairs it, too
  const letter = (await side('右项', '安全').innerText()).trim().charAt(0)
  await keyboard.press(letter)
  await expect(pairing.getByRole('status')).toHaveText(`B 对应 ${letter}`)
  await activate(page, next)
  await expect(question(6)).toBeFocused()
  await tabTo(page, page.getByLabel('作答'))
  await keyboard.insertText('有序撤离')
  // Tab leaves the field instead of being typed
  await activate(page, next)
  await expect(question(7)).toBeFocused()
  await tabTo(page, page.getByRole('radio').first())
  await keyboard.press('Space')
  await tabTo(page, page.getByLabel('第 1 空'))
  await keyboard.type('绿')

  // by the answer card to the flagged question, and the flag off
  await activate(page, page.getByRole('button', { name: '第 2 题，已答，已标记' }))
  await expect(question(2)).toBeFocused()
  await keyboard.press('f')
  await expect(page.getByRole('button', { name: '第 2 题，已答', exact: true })).toHaveAttribute('aria-current', 'step')

  // hand in: Escape closes the question and gives the focus back, Enter confirms it
  const hand = page.getByRole('button', { name: '交卷', exact: true })
  await activate(page, hand, 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: '确认交卷' })
  const confirm = dialog.getByRole('button', { name: '确认交卷' })
  await expect(confirm).toBeFocused()
  await keyboard.press('Escape')
  await expect(hand).toBeFocused()
  await keyboard.press('Enter')
  await expect(confirm).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '交卷成功' })).toBeFocused()
  await activate(page, page.getByRole('link', { name: '查看结果' }))
  await page.waitForURL(/\/web\/exam\/result\//)

  const { answers, marks } = await answersOf(client, paperId)
  expect([1, 2, 3, 5, 6, 99].map((type) => marks.get(type))).toEqual(['right', 'right', 'right', 'right', 'right', 'right'])
  expect(answers.get(4)).toEqual({ text: '<p>有序撤离</p>' })
})

test('what happens without a key is told: the network, and questions left blank', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1, 3] })
  const { page, context } = await openAs('learner42', `/web/exam/check/${exam.examId}`)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await activate(page, page.getByRole('button', { name: '开始考试' }))
  await expect(page.getByRole('radio').first()).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('b')
  const told = page.locator('[aria-live="polite"]').filter({ hasText: '网络已断开' })
  await expect(told).toBeVisible()
  await context.setOffline(false)
  await expect(told).toBeHidden()
  await activate(page, page.getByRole('button', { name: '交卷', exact: true }), 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: '确认交卷' })
  await expect(dialog).toMatchAriaSnapshot(`
    - paragraph: 还有 1 题未作答，交卷后不能再修改。
    - heading "未作答" [level=3]
    - button "第 2 题"
  `)
  await expect(dialog.getByRole('button', { name: '继续作答' })).toBeFocused()
  await activate(page, dialog.getByRole('button', { name: '第 2 题' }))
  await expect(page.getByRole('heading', { name: '第 2 题' })).toBeFocused()
})
