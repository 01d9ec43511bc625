// Similar papers of an exam: from the comparison to a pair, a note and the export.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { readFileSync } from 'node:fs'
import { QuType } from '../contract/src/qu/content.ts'
import { barriers, everyBarrier } from './axe.ts'
import { withDatabase } from './database.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'
import type { Page } from '@playwright/test'

const sheet = new URL('../server/test/similar/similar.json', import.meta.url)
const { keys, answers } = JSON.parse(readFileSync(sheet, 'utf8')) as { keys: string; answers: string[] }
const QUESTIONS = 30
const TITLE = '消防安全上岗考试'

/** An exam with one finished paper by its calls. */
async function oneFinished(site: Site) {
  const { call } = await signIn(site, 'admin')
  const { id: repoId } = await call(repo.save, { title: TITLE, remark: '', isExam: true, isTrain: false })
  const quList: { quId: string; score: number }[] = []
  for (let at = 0; at < QUESTIONS; at++) {
    const options = ['A', 'B', 'C', 'D'].map((tag) => ({ tag, content: `<p>做法${tag}</p>`, isRight: tag === keys[at] }))
    const content = `<p>发现第 ${at + 1} 种火情时，正确的处置是？</p>`
    const { id } = await call(qu.save, { repoId, quType: QuType.single, body: { content, options } })
    quList.push({ quId: id, score: 2 })
  }
  const groups = [{ title: '单选题', mode: 'fixed' as const, quList }]
  const { id: tmplId } = await call(tmpl.save, { title: TITLE, remark: '', quShuffle: false, optionShuffle: false, groups, publish: true })
  const { id: examId } = await call(exam.save, {
    title: TITLE,
    remark: '',
    tmplId,
    openType: ExamOpenType.all,
    startTime: null,
    endTime: null,
    minutes: 30,
    passScore: 36,
    tries: 0,
    lateMinutes: 0,
    earliestMinutes: 0,
    showScore: 'handed',
    showAnswer: 'handed',
    allowPaste: true,
    invigilatorIds: [],
  })
  const learner = await signIn(site, 'learner01')
  const { id: paperId } = await learner.call(paper['create-paper'], { examId })
  await learner.call(paper['hand-exam'], { id: paperId, lastAnswers: quList.map(({ quId }) => ({ quId, answer: { tags: ['A'] } })) })
  return { examId, paperId, quIds: quList.map((one) => one.quId) }
}

/** Everybody's papers with the answers of the drawn exam; the second one has nearly all answers from the first. */
async function fiftyPapers(site: Site) {
  const { examId, paperId, quIds } = await oneFinished(site)
  const sheets = answers.map((one) => one.slice(0, QUESTIONS).replaceAll('.', ' '))
  sheets[1] = `${sheets[0]!.slice(0, QUESTIONS - 2)}${sheets[1]!.slice(QUESTIONS - 2)}`
  await withDatabase(site, async (db) => {
    const people = await db.query<{ id: string }>(`select id from sys_user where user_name like 'learner%' order by user_name`)
    for (const [at, { id: userId }] of people.rows.entries()) {
      const picks = Array.from(sheets[at]!, (one) => one.trim())
      const states = picks.map((pick, item) => (pick === '' ? 'b' : pick === keys[item] ? 'r' : 'w'))
      const scores = states.map((state) => (state === 'r' ? 200 : 0))
      const score = scores.reduce((sum: number, one) => sum + one, 0)
      const copied =
        at === 0
          ? { rows: [{ id: paperId }] }
          : await db.query<{ id: string }>(
              `insert into paper (exam_id, user_id, title, state, seed, drawn_from, exam_version, layout, question_ids, refs, mark_options, qu_count,
                 total_score, pass_score, start_time, deadline_at, hand_time, marks, score, obj_score, subj_score, passed, version)
               select exam_id, $2::bigint, title, state, seed, drawn_from, exam_version, layout, question_ids, refs, mark_options, qu_count,
                 total_score, pass_score, start_time, deadline_at, hand_time, marks, score, obj_score, subj_score, passed, version
               from paper where id = $1 returning id`,
              [paperId, userId],
            )
      const own = copied.rows[0]!.id
      await db.query(`update paper set score = $2, obj_score = $2 where id = $1`, [own, score])
      await db.query(
        `insert into paper_item (paper_id, exam_id, version, items, maxes, scores, states, picks, rights)
         select $1::bigint, exam_id, version, $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[] from paper where id = $1
         on conflict (paper_id) do update set items = excluded.items, scores = excluded.scores, states = excluded.states, picks = excluded.picks,
           rights = excluded.rights`,
        [own, quIds, quIds.map(() => 200), scores, states, picks, Array.from(keys.slice(0, QUESTIONS))],
      )
    }
  })
  return examId
}

/** No barriers and no sideways scrolling, on a desk and on a phone; there only what a phone changes is looked at again. */
async function fits(page: Page) {
  const desk = page.viewportSize()!
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(wider).toBeLessThanOrEqual(0)
  expect(await everyBarrier(page, ['color-contrast', 'target-size'])).toEqual([])
  await page.setViewportSize(desk)
}

test('an administrator compares the papers, reads a pair, notes it and exports all', async ({ openAs, site }) => {
  const examId = await fiftyPapers(site)
  const { page } = await openAs('admin', `/admin/exam/stat/${examId}`)
  await page.getByRole('tab', { name: '相似作答' }).click()
  await expect(page.getByText('还没有比较过本场考试的答卷')).toBeVisible()
  await fits(page)
  await page.getByRole('button', { name: '开始计算' }).click()
  await expect(page.getByRole('heading', { name: /需要查看的答卷/ })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'learner01' }).filter({ hasText: 'learner02' })
  await expect(row).toContainText('建议重点查看')
  await expect(row).toContainText('未查看')
  await fits(page)

  await row.getByRole('button', { name: /^对照/ }).click()
  await expect(page.getByText(/共同作答\d+题，选项相同\d+题/)).toBeVisible()
  await expect(page).toHaveURL(/pair=\d+/)
  const compared = page.getByRole('table').getByRole('row')
  await expect(compared).toHaveCount(QUESTIONS + 1)
  await page.getByText(/^相同的错误 \d+$/).click()
  await expect(compared.nth(1)).toContainText('相同的错误')
  await fits(page)

  const notes = page.getByRole('complementary', { name: '处理记录' })
  await notes.getByText('需要复核').click()
  await notes.getByLabel('说明').fill('两人同一考场，已调取监考记录')
  await notes.getByRole('button', { name: /保\s*存/ }).click()
  await expect(notes.getByRole('listitem')).toContainText('两人同一考场，已调取监考记录')
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect(row).toContainText('需要复核')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出相似作答' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^相似作答_.+\.xlsx$/)

  await page.getByRole('tab', { name: '试题分析' }).click()
  await page.getByText('水平与公平').click()
  await expect(page.getByRole('columnheader', { name: '难度（按水平）' })).toBeVisible()
  await expect(page.getByText(/成绩误差约 ±\d/)).toBeVisible()
  await fits(page)
})
