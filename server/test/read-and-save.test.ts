// A reading can be sent back, and a save that changes nothing changes nothing: no save needs a field that the reading does not give, and
// none drops one.
import { activity } from '@shuyuan/contract/activity/activity.ts'
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { examPreset, PresetSettings } from '@shuyuan/contract/exam/preset/preset.ts'
import { hook } from '@shuyuan/contract/integrate/hook.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { notifyTmpl } from '@shuyuan/contract/notify/tmpl.ts'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { notice } from '@shuyuan/contract/message/notice.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { makeCert } from '../src/domains/cert/cert.factory.ts'
import { makeCourse, makeFile } from '../src/domains/course/course.factory.ts'
import { makeRoom } from '../src/domains/live/live.factory.ts'
import { setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import { makeGroup } from '../src/domains/people/user/group.factory.ts'
import { activityForm } from './activity-form.ts'
import { startWith } from './people.ts'

const { app, admin } = await startWith()
const ann = await app.enrol({ userName: 'ann', roles: ['学员'] })
const answer = async <T = never>(endpoint: Endpoint, body: object = {}): Promise<T> => {
  const { code, msg, data, fields } = await app.call(endpoint, body, admin)
  if (code !== 0) throw new Error(`${endpoint.path}: ${msg} ${JSON.stringify(fields)}`)
  return data as T
}
type Row = Record<string, unknown>
const first = async (paging: Endpoint, params: object = {}): Promise<Row> =>
  (await answer<{ records: Row[] }>(paging, { current: 1, size: 10, params })).records[0]!
const detail = (endpoint: Endpoint, id: string) => (): Promise<Row> => answer(endpoint, { id })
const top = async (endpoint: Endpoint, body: object = {}): Promise<Row> => (await answer<Row[]>(endpoint, body))[0]!

const setUp = await setUpExam(app.ctx(), { title: '期末' }, { single: 2, composite: 1 })
const fileId = await makeFile(app.ctx(), new Uint8Array([37, 80, 68, 70, 45]), 'a.pdf', { title: '讲义' })
const race = { title: '竞赛', repoId: setUp.repoId, singleCount: 1, startTime: '2099-01-01 08:00:00', endTime: '2099-01-02 08:00:00' }
const made = {
  exam: setUp.examId,
  course: await makeCourse(app.ctx(), { files: [{ fileId }] }),
  activity: (await app.ok(activity.save, activityForm({ ...race, prizes: [{ from: 1, to: 1, points: 5 }] }), admin)).id,
  cert: await makeCert(app.ctx()),
  room: (await makeRoom(app.ctx(), (await answer<{ id: string }>(user.info)).id)).id,
}
await app.ok(chapter.save, { repoId: setUp.repoId, title: '第一章' }, admin)
await app.ok(notice.save, { title: '停水', content: '<p>夜间</p>' }, admin)
await app.ok(notifyTmpl.save, { event: 'custom', title: '通知', content: '八点', channels: ['msg'], smsTemplate: '' }, admin)
const none = { minutes: null, percent: null, startTime: null, endTime: null, tries: 3, noFace: false, noFullScreen: false }
await app.ok(override.save, { ...none, examId: made.exam, userId: ann.id, groupId: null, reason: '病假' }, admin)
const settings = PresetSettings.parse(await answer(exam.detail, { id: made.exam }))
await app.ok(examPreset.save, { title: '期末', settings: z.encode(PresetSettings, settings) }, admin)
await app.ok(hook.save, { title: '人事', kind: 'hook', url: 'https://hr.school.example/hook', events: ['user.created'] }, admin)
await makeGroup(app.db, '骨干', [ann.id])
const { tmplId } = await app.db.selectFrom('exam').where('id', '=', made.exam).select('tmplId').executeTakeFirstOrThrow()
const question = async (type: QuType) =>
  (await app.db.selectFrom('qu').where('repoId', '=', setUp.repoId).where('quType', '=', type).select('id').executeTakeFirstOrThrow()).id

/** What changes with every save; a site that was saved is asked no more what it is. */
const moving = new Set(['version', 'updateTime', 'firstRun'])
/** The groups of a template are stored anew. */
const still = ({ groups, ...row }: Row) => ({
  ...Object.fromEntries(Object.entries(row).filter(([name]) => !moving.has(name))),
  groups: Array.isArray(groups) ? groups.map((one: Row) => ({ ...one, id: '' })) : groups,
})

test.each<[string, () => Promise<Row>, Endpoint]>([
  ['an exam', detail(exam.detail, made.exam), exam.save],
  ['a template', detail(tmpl.detail, tmplId), tmpl.save],
  ['an override', () => first(override.list, { examId: made.exam }), override.save],
  ['a preset of exams', () => top(examPreset.list), examPreset.save],
  ['an activity', detail(activity.detail, made.activity), activity.save],
  ['a webhook', () => first(hook.paging), hook.save],
  ['a question', async () => answer(qu.detail, { id: await question(QuType.single) }), qu.save],
  ['a composite', async () => answer(qu.detail, { id: await question(QuType.composite) }), qu.save],
  ['a bank', () => first(repo.paging, {}), repo.save],
  ['a chapter', () => top(chapter.list, { repoId: setUp.repoId }), chapter.save],
  ['a course', detail(course['admin/detail'], made.course), course.save],
  ['a course file', () => first(courseFile.paging, { title: '讲义' }), courseFile.save],
  ['a certificate', detail(cert.detail, made.cert), cert.save],
  ['a live room', detail(liveRoom.detail, made.room), liveRoom.save],
  ['a notice', async () => answer(notice.detail, { id: (await first(notice.paging)).id }), notice.save],
  ['a template of notifications', async () => answer(notifyTmpl.detail, { id: (await first(notifyTmpl.paging)).id }), notifyTmpl.save],
  ['a rule of points', () => top(userPoints['rule/list']), userPoints['rule/save']],
  ['the settings of the archive', () => answer(examArchive.detail), examArchive.save],
  ['a role', () => first(role.paging, { roleName: '教师' }), role.save],
  ['a group', () => first(group.paging), group.save],
  ['a department', () => top(depart.tree), depart.save],
  ['a menu', () => top(menu.tree), menu.save],
  ['a dictionary', () => top(dic.tree), dic.save],
  ['a value of a dictionary', () => top(dicValue.tree, { dicCode: 'qu_level' }), dicValue.save],
  ['a user', detail(user.detail, ann.id), user.save],
  ['the site', () => answer(config.detail), config.save],
  ['the switches', () => answer(configSwitch.detail), configSwitch.save],
])('%s that was read can be saved as it is, and stays as it was', async (_name, read, save) => {
  const before = await read()
  await answer(save, before)
  expect(still(await read())).toEqual(still(before))
})
