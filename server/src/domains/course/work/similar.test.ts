// Hand-ins whose texts are alike: what is compared, what is shown of them and to whom.
import { courseWork as work } from '@shuyuan/contract/course/work/work.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { markCommon } from '../../../kernel/similar-texts.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse } from '../course.factory.ts'
import { makeWork } from './work.factory.ts'

const { app, ann, bob, learner, teacher } = await startWith('ann', 'bob', 'learner', 'teacher')
const desk = await enrolWith(app, { userName: 'desk' }, ['course:work'], DataScope.all)
const deptCode = await makeDepart(app.db, 'A01', '客房部')
const cleo = await app.enrol({ userName: 'cleo', realName: '客丽', deptCode })
const branch = await enrolWith(app, { userName: 'branch', deptCode }, ['course:work'], DataScope.branch)

/** Text of its own for each start. */
const textOf = (start: number, length = 90) =>
  Array.from({ length }, (_one, at) => String.fromCodePoint(0x4e00 + ((start * 7_919 + at * (31 + start)) % 9_000))).join('')
const by = (id: string) => ({ ...app.ctx(), user: { ...app.ctx().user, id } })

async function handIns(texts: [Person, string][], given: Partial<Body<typeof work.save>> = {}) {
  const fileId = await makeWork(by(teacher.id), given)
  const courseId = await makeCourse(by(teacher.id), { title: '前厅服务', files: [{ fileId }] })
  for (const [who, content] of texts) await app.ok(work.hand, { fileId, courseId, tryNo: 1, version: 0, content, files: [] }, who)
  const { records } = await app.ok(work.paging, { params: { fileId } }, desk)
  // the newest first
  const ids = records.map((one) => one.id).toReversed()
  return (who: Person) => ids[texts.findIndex(([writer]) => writer.id === who.id)]!
}

test('a copied text is found from both sides, its runs are marked, and the own words of others are not', async () => {
  const common = textOf(1)
  const idOf = await handIns([
    [ann, `先说明：${common}。`],
    [bob, `${textOf(2, 20)}，${common.slice(0, 50)}，${common.slice(50)}`],
    [learner, textOf(3)],
  ])
  const { compared, rows } = await app.ok(work.similar, { id: idOf(ann) }, desk)
  expect(compared).toBe(3)
  expect(rows).toMatchObject([{ id: idOf(bob), share: expect.any(Number) }])
  expect(rows[0]!.share).toBeGreaterThan(80)
  expect(rows[0]!.own).toEqual([
    { text: '先说明：', same: false },
    { text: common, same: true },
    { text: '。', same: false },
  ])
  expect(rows[0]!.other.map((one) => one.text).join('')).toContain(`${common.slice(0, 50)}，${common.slice(50)}`)
  expect((await app.ok(work.similar, { id: idOf(bob) }, desk)).rows.map((one) => one.id)).toEqual([idOf(ann)])
  expect((await app.ok(work.similar, { id: idOf(learner) }, desk)).rows).toEqual([])
})

test('what the task says does not count, nor do short answers', async () => {
  const task = textOf(4)
  const given = { content: `<p>${task}</p>` }
  const idOf = await handIns(
    [
      [ann, `${task}${textOf(5, 10)}`],
      [bob, `${task}${textOf(6, 10)}`],
    ],
    given,
  )
  expect(await app.ok(work.similar, { id: idOf(ann) }, desk)).toEqual({ compared: 2, rows: [] })
  const short = await handIns([
    [ann, textOf(7, 40)],
    [bob, textOf(7, 40)],
  ])
  expect(await app.ok(work.similar, { id: short(ann) }, desk)).toEqual({ compared: 0, rows: [] })
})

test('names stay hidden while a hand-in is marked without them, and nobody reads beyond their scope', async () => {
  const common = textOf(8)
  const texts: [Person, string][] = [
    [ann, common],
    [cleo, common],
  ]
  const fileId = await makeWork(by(teacher.id), { blind: true })
  const courseId = await makeCourse(by(teacher.id), { files: [{ fileId }] })
  for (const [who, content] of texts) await app.ok(work.hand, { fileId, courseId, tryNo: 1, version: 0, content, files: [] }, who)
  const blind = (await app.ok(work.next, { fileId }, desk))!
  expect((await app.ok(work.similar, { id: blind.id }, desk)).rows).toMatchObject([{ realName: '', deptName: '' }])
  const idOf = await handIns(texts)
  expect((await app.ok(work.similar, { id: idOf(cleo) }, desk)).rows).toMatchObject([{ id: idOf(ann), realName: '安安' }])
  expect((await app.ok(work.similar, { id: idOf(cleo) }, branch)).rows).toEqual([])
  expect((await app.call(work.similar, { id: idOf(ann) }, branch)).code).toBe(code('notFound'))
})

test('runs are marked across spaces and width, and short ones are not', () => {
  expect(markCommon('第一步 核对姓名和证件。完', '第一步核对姓名，和证件', [])).toEqual([
    { text: '第一步 核对姓名和证件', same: true },
    { text: '。完', same: false },
  ])
  expect(markCommon('我们都这样说', '他们都这样说', [])).toEqual([{ text: '我们都这样说', same: false }])
  expect(markCommon('', '什么', [])).toEqual([])
})
