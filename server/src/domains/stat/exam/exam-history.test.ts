// The history of an exam: acts in words, with the settings that they changed.
import { exam, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { examHistory } from '@shuyuan/contract/stat/exam-history.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { makeBank } from '../../qu/qu.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'
import { makeExam } from '../../exam/exam.factory.ts'

const { app, teacher, ann } = await startWith('teacher', 'ann')
const { repoId } = await makeBank(app.ctx(), { single: 2 })
const draws = [{ repoId, chapterId: '', quType: QuType.single, level: null, count: 1, perScore: 100 }]
const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '单选', mode: 'draw', draws, quList: [] }] })
const other = await makeExam(app.ctx(), { tmplId, title: '另一场' })

const history = async (examId: string) => (await app.ok(examHistory.paging, { size: 50, params: { examId } }, teacher)).records

type Form = Body<(typeof exam)['save']>
/** What the form would send for a stored exam. */
async function formOf(id: string): Promise<Form> {
  const { users, groups, ...stored } = await app.ok(exam.detail, { id }, teacher)
  return { ...stored, groupIds: groups.map((one) => one.id), userIds: users.map((one) => one.id), password: '' }
}

test('tells who did what, newest first, with the settings that changed', async () => {
  const { id: _id, version: _version, ...fresh } = await formOf(other)
  const { id } = await app.ok(exam.save, { ...fresh, title: '消防考试', minutes: 60 }, teacher)
  app.clock.advance(60)
  await app.ok(exam.save, { ...(await formOf(id)), title: '消防知识考试', minutes: 90 }, teacher)
  app.clock.advance(60)
  await app.ok(exam.state, { ids: [id, other], state: ExamState.disabled }, teacher)
  app.clock.advance(60)
  await app.ok(override.save, { examId: id, userId: ann.id, minutes: 120, reason: '阅读困难' }, teacher)
  const rows = await history(id)
  expect(rows.map(({ title, realName, added }) => [title, realName, added])).toEqual([
    ['保存个别安排', '田老师', false],
    ['启用或停用考试', '田老师', false],
    ['保存考试', '田老师', false],
    ['保存考试', '田老师', true],
  ])
  expect(rows[2]).toMatchObject({ before: { title: '消防考试', minutes: 60 }, after: { title: '消防知识考试', minutes: 90 } })
  expect(Object.keys(rows[2]!.before).toSorted()).toEqual(['minutes', 'title'])
  expect((await history(other)).map((row) => row.title)).toEqual(['启用或停用考试'])
})

test('is found by the index', async () => {
  const plan = await app.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await sql<Record<string, string>>`explain select id from sys_log
      where sys_log_exams(path, input, before, after) @> array['1'::text]
        and (path like '/api/exam/exam/%' or path like '/api/exam/override/%' or path like '/api/exam/watch/%' or path like '/api/exam/offline/%'
          or path like '/api/paper/fix/%' or path in ('/api/paper/review/allocate', '/api/paper/review/rubric-save', '/api/notify/send'))`.execute(
      db,
    )
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  expect(plan).toContain('sys_log_exams')
})

test('is for people who may change the exam', async () => {
  expect((await app.call(examHistory.paging, { params: { examId: other } }, ann)).code).toBe(code('forbidden'))
  expect((await app.call(examHistory.paging, { params: { examId: '999999' } }, teacher)).code).toBe(code('notFound'))
})
