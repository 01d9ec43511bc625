import { statFind } from '@shuyuan/contract/stat/find.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'

const { app, admin, learner } = await startWith('learner')
const top = await rootDepart(app.db)
const north = await makeDepart(app.db, top.deptCode, '北店')
const tags = ['exam:list', 'sys:user:list', 'repo:list', 'qu:list', 'tmpl:list', 'course:list']
const head = await enrolWith(app, { userName: 'head', deptCode: north }, tags, DataScope.branch)
const marker = await enrolWith(app, { userName: 'marker', deptCode: north }, ['exam:list'], DataScope.branch)
await app.enrol({ userName: 'kestrel01', realName: '红隼一', deptCode: north })
await app.enrol({ userName: 'kestrel02', realName: '红隼二', deptCode: top.deptCode })
await makeFixedExam(app.ctx(), { single: 1 }, { title: '红隼考试' })
await app.db.insertInto('repo').values({ title: '红隼题库', isExam: true, isTrain: false }).execute()
const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
await makeCourse(app.ctx(), { title: '红隼课程', files: [{ fileId, minSec: 60 }] })

const find = async (word: string, who: typeof admin) => {
  const groups = await app.ok(statFind.all, { word }, who)
  return Object.fromEntries(groups.map(({ kind, records }) => [kind, records.map((one) => one.title).toSorted()]))
}

test('a word is found in every list that the caller may open, within their data scope', async () => {
  expect(await find('红隼', admin)).toMatchObject({
    exam: ['红隼考试'],
    user: ['红隼一', '红隼二'].toSorted(),
    course: ['红隼课程'],
    repo: ['红隼题库'],
  })
  expect(await find('红隼', head)).toMatchObject({ user: ['红隼一'], exam: ['红隼考试'] })
  expect(await find('红隼', marker)).toEqual({ exam: ['红隼考试'] })
  expect((await app.call(statFind.all, { word: '红隼' }, learner)).code).toBe(code('forbidden'))
})

test('letters and digits are an account; an empty word finds nothing', async () => {
  const [group] = await app.ok(statFind.all, { word: 'kestrel' }, head)
  expect(group).toMatchObject({ kind: 'user', records: [{ title: '红隼一', hint: 'kestrel01 北店', account: 'kestrel01' }] })
  expect(await app.ok(statFind.all, { word: ' ' }, admin)).toEqual([])
})

test('a module that is switched off is not searched', async () => {
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, props: { ...site.props, moduleCourse: false } }, admin)
  expect(Object.keys(await find('红隼', admin))).not.toContain('course')
})
