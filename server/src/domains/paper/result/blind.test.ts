// In blind marking no call reveals the candidate to a marker until the paper is finished (docs/decisions/0028).
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { describe, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { sharedApp } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { runFixes } from '../fix/fix-run.service.ts'
import { makeFixedExam } from '../fixed.factory.ts'

/** Creates a role with these permission tags and the data scope "all". */
async function role(roleName: string, tags: string[]) {
  const { id: roleId } = await app.db
    .insertInto('sysRole')
    .values({ roleName, roleLevel: 5, dataScope: DataScope.all })
    .returning('id')
    .executeTakeFirstOrThrow()
  const menus = await app.db.selectFrom('sysMenu').where('permissionTag', 'in', tags).select('id').execute()
  await app.db
    .insertInto('sysRoleMenu')
    .values(menus.map(({ id }) => ({ roleId, menuId: id })))
    .execute()
  await makeUser(app.db, { userName: roleName, realName: `阅卷${roleName}`, roleType: RoleType.staff, roles: [roleName] })
  return app.as(roleName)
}

const app = await sharedApp()
const deptCode = await makeDepart(app.db, (await rootDepart(app.db)).deptCode, '秘密部门')
await makeUser(app.db, { userName: 'secret-account', realName: '甲乙丙', deptCode })
const learner = await app.as('secret-account')
const marker = await role('marker', ['paper:review'])
const chief = await role('chief', ['paper:review', 'paper:update', 'paper:list', 'paper:export', 'exam:stat'])
const proctor = await role('proctor', ['exam:watch'])
const both = await role('both', ['exam:watch', 'paper:review'])
const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 1, shortAnswer: 1 }, { markBlind: true })
const paperId = await takePaper(app, learner, examId, answersFor(quIds, [false, true]))
await app.db
  .insertInto('paperLate')
  .values({ paperId, quId: quIds[0]!, session: '', seq: 1, answer: null, reason: 'late', receivedAt: new Date(), deadlineAt: new Date() })
  .execute()
const draft = { examId, quId: quIds[0]!, how: 'full' as const }
const { token } = await app.ok(fix.preview, draft, chief.token)
await app.ok(fix.commit, { ...draft, token, reason: '作废' }, chief.token)
await runFixes(app.app)

/** Every call about papers that a marker may try. */
function calls(): [Endpoint, object][] {
  return [
    [paper.paging, { params: { examId } }],
    [paper.paging, { params: { realName: '甲乙' } }],
    [paper.paging, { params: { examId, userId: learner.id } }],
    [paper['review-paper'], { id: paperId }],
    [paper['paper-result'], { id: paperId }],
    [paper['export-pdf'], { id: paperId }],
    [paper['export-zip'], { ids: [paperId] }],
    [paper['result-report'], { id: paperId }],
    [paperExport.save, { kind: 'sheet', params: { examId } }],
    [paperExport.save, { kind: 'zip', ids: [paperId] }],
    [review.paging, {}],
    [review.queue, { examId }],
    [review.next, { examId }],
    [review.progress, { examId }],
    [review.markers, {}],
    [timeline.list, { paperId }],
    [late.paging, { params: { examId } }],
    [fix.preview, { examId, quId: quIds[0], how: 'restore' }],
    [fix.paging, { params: { examId } }],
    [fix['log-paging'], { params: { paperId } }],
    [examStat.overview, { examId }],
    [examStat['qu-analysis'], { examId }],
    [examStat.export, { examId }],
    [watch['hand-paging'], { params: { examId } }],
    [watch['hand-paging'], { params: { examId, realName: '甲乙' } }],
    [watch['process-paging'], { params: { examId, offline: true } }],
  ]
}
const raw = async ({ path }: Endpoint, body: object, who: Person) => {
  const reply = await app.http.inject({ method: 'POST', url: path, headers: { token: who.token }, payload: body })
  const named = decodeURIComponent(reply.headers['content-disposition'] ?? '')
  return `${reply.rawPayload.toString('utf8')} ${named}`
}
const traces = () => ['甲乙丙', 'secret-account', '秘密部门', `"userId":"${learner.id}"`]

describe('a blind exam', () => {
  test.each(Object.entries({ marker, chief, 'marker who also watches': both }))(
    'no call names the candidate to a %s',
    async (_name, who) => {
      const found: string[] = []
      for (const [endpoint, body] of calls()) {
        const text = await raw(endpoint, body, who)
        for (const trace of traces()) if (text.includes(trace)) found.push(`${endpoint.path} ${trace}`)
      }
      expect(found).toEqual([])
    },
  )

  test('shows the marker the paper, and the invigilator the candidate', async () => {
    const seen = await app.ok(paper['review-paper'], { id: paperId }, marker.token)
    expect(seen).toMatchObject({ realName: '', userId: '', deptCode_dictText: '', receiptNo: '' })
    expect(seen.groups[0]!.quList).toHaveLength(2)
    const { records } = await app.ok(fix['log-paging'], { params: { paperId } }, chief.token)
    expect(records).toMatchObject([{ realName: '', deptCode_dictText: '' }])
    const handed = await app.ok(watch['hand-paging'], { params: { examId } }, proctor.token)
    expect(handed.records).toMatchObject([{ realName: '甲乙丙' }])
  })

  test('names the candidate again when the paper is finished', async () => {
    await app.ok(paper['review-paper'], { id: paperId, marks: [{ quId: quIds[1]!, score: 1, comment: '' }], finish: true }, marker.token)
    const { records } = await app.ok(paper.paging, { params: { examId } }, chief.token)
    expect(records).toMatchObject([{ realName: '甲乙丙' }])
  })
})
