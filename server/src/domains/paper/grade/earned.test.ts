// What a passed paper earns: for whom the purchase holds, once for an exam with its make-up exams, and why a certificate is revoked.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { answersFor, handIn, startPaper, takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { followFinished as followCourses, recordFinished } from '../../course/progress/finish.service.ts'
import { makeFixedExam } from '../fixed.factory.ts'
import { runFixes } from '../fix/fix-run.service.ts'
import { followFinished } from './finish.service.ts'

const { app, admin, teacher } = await startWith('teacher')
const site = await app.ok(config.detail, {}, admin)
beforeAll(() => app.ok(payConfig.save, { name: 'points', enabled: true }, admin))
beforeAll(() => app.ok(config.save, { ...site, props: { ...site.props, moduleCert: true } }, admin))

let made = 0
const newPerson = () => app.enrol({ userName: `earner${++made}` })
const newCert = async () =>
  (await app.ok(cert.save, { title: '上岗证', authority: '集团', validMonths: 0, layout: presets.honour }, admin)).id
const mine = async ({ token }: Person) => (await app.ok(grant['my-list'], {}, token)).map((one) => one.status)
const reasons = async ({ token }: Person) => (await app.ok(grant['my-list'], {}, token)).map((one) => one.revokeReason)
const balance = async ({ id }: Person) =>
  (await app.db.selectFrom('sysUser').where('id', '=', id).select('points').executeTakeFirstOrThrow()).points
const rich = ({ id }: Person) => app.db.updateTable('sysUser').set({ points: 100 }).where('id', '=', id).execute()

/** An exam that is passed by both questions, with a certificate and points. */
const newExam = async (more: Parameters<typeof makeFixedExam>[2] = {}) =>
  makeFixedExam(
    app.ctx(),
    { single: 2 },
    { certId: await newCert(), awardPoints: 5, passScore: 400, showScore: 'handed', tries: 0, ...more },
  )
/** The exam as its form sends it, with other bands. */
async function formOf(id: string, awardBands: { scores: string; points: number }[]) {
  const stored = await app.ok(exam.detail, { id }, teacher)
  return { ...stored, awardBands, groupIds: [], userIds: [], invigilatorIds: [], password: '' }
}
async function correct(examId: string, quId: string, how: 'drop' | 'restore' | 'full') {
  const { token } = await app.ok(fix.preview, { examId, quId, how }, teacher)
  await app.ok(fix.commit, { examId, quId, how, token, reason: '答案有误' }, teacher)
  await runFixes(app.app)
  await followFinished(app.app)
}

describe('a purchase', () => {
  async function buyExam(examId: string, who: Person) {
    const { orderId } = await app.ok(examBuy.init, { examId }, who)
    await app.ok(payTrade['points/trade'], { id: orderId }, who)
    return orderId
  }
  const refund = (id: string) => app.ok(payOrder.refund, { id, reason: '退考' }, admin)

  test('that is refunded while the paper is open earns nothing; bought again, the paper earns both, until that is refunded, too', async () => {
    const ann = await newPerson()
    await rich(ann)
    const { examId, quIds } = await newExam({ costPoints: 30 })
    const orderId = await buyExam(examId, ann)
    const { id, row } = await startPaper(app, ann, examId)
    await refund(orderId)
    await handIn(app, ann, id, answersFor(quIds, [true, true]))
    await followFinished(app.app)
    expect(await row()).toMatchObject({ passed: true })
    expect([await mine(ann), await balance(ann)]).toEqual([[], 100])
    const again = await buyExam(examId, ann)
    await followFinished(app.app)
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 75])
    await refund(again)
    expect(await mine(ann)).toEqual(['revoked'])
  })

  test('of a course that is refunded before its completion is followed up earns nothing; bought again, it does', async () => {
    const ann = await newPerson()
    await rich(ann)
    await app.ok(userPoints['rule/save'], { event: 'course', points: 7, dayCap: 0, enabled: true }, admin)
    const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
    const courseId = await makeCourse(app.ctx(), { costPoints: 30, certId: await newCert(), files: [{ fileId }] })
    const buy = async () => {
      const { orderId } = await app.ok(courseBuy.init, { courseId }, ann)
      await app.ok(payTrade['points/trade'], { id: orderId }, ann)
      return orderId
    }
    const orderId = await buy()
    const at = { startTime: app.clock.now(), lastTime: app.clock.now() }
    await app.db
      .insertInto('courseLearn')
      .values({ courseId, userId: ann.id, ...at })
      .execute()
    await refund(orderId)
    await recordFinished(app.ctx(), { courseId, userId: ann.id })
    await followCourses(app.app)
    expect([await mine(ann), await balance(ann)]).toEqual([[], 100])
    await buy()
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 77])
  })

  test('is not asked of somebody who took the exam while it was free', async () => {
    const ann = await newPerson()
    const { examId, quIds } = await newExam()
    await takePaper(app, ann, examId, answersFor(quIds, [true, true]))
    await app.db.updateTable('exam').set({ price: 5_000 }).where('id', '=', examId).execute()
    await followFinished(app.app)
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 5])
  })
})

describe('an exam and its make-up exam', () => {
  /** An exam and another one with the same questions that makes up for it; `ann` has failed the first one by one question. */
  async function chain(points = 5) {
    const ann = await newPerson()
    const { examId, quIds } = await newExam({ passScore: 400 })
    const { tmplId, certId } = await app.db
      .selectFrom('exam')
      .where('id', '=', examId)
      .select(['tmplId', 'certId'])
      .executeTakeFirstOrThrow()
    const other = await newExam({ certId, awardPoints: points })
    await app.db.updateTable('exam').set({ makeUpOf: examId, tmplId }).where('id', '=', other.examId).execute()
    const paperId = await takePaper(app, ann, examId, answersFor(quIds, [true, false]))
    await takePaper(app, ann, other.examId, answersFor(quIds, [true, true]))
    await followFinished(app.app)
    return { ann, examId, quIds, makeUpId: other.examId, paperId }
  }

  test('earn one certificate and the points once when both are passed', async () => {
    const { ann, examId, quIds } = await chain()
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 5])
    await correct(examId, quIds[1]!, 'full')
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 5])
    // the effects of papers run again without a change
    await app.db.updateTable('paper').set({ finishDue: true }).where('userId', '=', ann.id).execute()
    await followFinished(app.app)
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 5])
  })

  test('earn the points of the better one', async () => {
    const { ann, examId, quIds } = await chain(2)
    expect(await balance(ann)).toBe(2)
    await correct(examId, quIds[1]!, 'full')
    expect(await balance(ann)).toBe(5)
  })

  test('earn the points of the band of the best score, whatever is corrected in which order', async () => {
    const awardBands = [{ scores: '4~6', points: 20 }]
    const ann = await newPerson()
    const { examId, quIds } = await newExam({ passScore: 200, awardBands })
    await takePaper(app, ann, examId, answersFor(quIds, [true, false]))
    await followFinished(app.app)
    expect(await balance(ann)).toBe(5)
    await takePaper(app, ann, examId, answersFor(quIds, [true, true]))
    await followFinished(app.app)
    expect(await balance(ann)).toBe(25)
    // both papers are worth the band now, which counts once
    await correct(examId, quIds[1]!, 'full')
    expect(await balance(ann)).toBe(25)
    await correct(examId, quIds[1]!, 'restore')
    expect(await balance(ann)).toBe(25)
    // its score lies in no band any more
    await app.ok(exam.save, await formOf(examId, [{ scores: '6', points: 20 }]), teacher)
    await app.db.updateTable('paper').set({ finishDue: true }).where('userId', '=', ann.id).execute()
    await followFinished(app.app)
    expect(await balance(ann)).toBe(5)
  })

  test('keep what one of them has earned while the other is still passed, and lose it with the last one', async () => {
    const { ann, examId, quIds, makeUpId } = await chain()
    await correct(examId, quIds[1]!, 'full')
    const papers = await app.db.selectFrom('paper').where('examId', '=', makeUpId).where('userId', '=', ann.id).select('id').execute()
    await app.ok(paper.delete, { ids: papers.map((one) => one.id) }, admin)
    await followFinished(app.app)
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 5])
    await correct(examId, quIds[1]!, 'restore')
    expect([await mine(ann), await balance(ann)]).toEqual([['revoked'], 0])
  })

  test('have one certificate with the best result, which follows corrections; a change is told, and its PDF made anew', async () => {
    const ann = await newPerson()
    const { examId, quIds } = await newExam({ passScore: 200 })
    const scores = async () =>
      (
        await app.db.selectFrom('certGrant').where('userId', '=', ann.id).orderBy('id').select(['vars', 'fileState', 'grantNo']).execute()
      ).map(({ vars, ...row }) => ({ score: (vars as { score: string }).score, ...row }))
    await takePaper(app, ann, examId, answersFor(quIds, [true, false]))
    await followFinished(app.app)
    const [first] = await scores()
    expect(first).toMatchObject({ score: '2' })
    await app.db.updateTable('certGrant').set({ fileState: FileState.ready }).where('userId', '=', ann.id).execute()
    const better = await takePaper(app, ann, examId, answersFor(quIds, [true, true]))
    await followFinished(app.app)
    expect(await scores()).toEqual([{ ...first, score: '4', fileState: FileState.waiting }])
    const told = await app.db
      .selectFrom('sysMsg')
      .where('userId', '=', ann.id)
      .where('title', '=', '证书成绩已更新')
      .select('content')
      .execute()
    expect(told).toHaveLength(1)
    // a worse try later changes nothing
    await takePaper(app, ann, examId, answersFor(quIds, [false, true]))
    await followFinished(app.app)
    expect((await scores()).map((one) => one.score)).toEqual(['4'])
    await app.ok(paper.delete, { ids: [better] }, admin)
    await followFinished(app.app)
    expect((await scores()).map((one) => one.score)).toEqual(['2'])
  })

  test('two passed papers of one exam earn once, too', async () => {
    const ann = await newPerson()
    const { examId, quIds } = await newExam()
    for (let at = 0; at < 2; at++) await takePaper(app, ann, examId, answersFor(quIds, [true, true]))
    await followFinished(app.app)
    expect([await mine(ann), await balance(ann)]).toEqual([['valid'], 5])
  })
})

describe('a certificate that is revoked names the true reason', () => {
  async function passed() {
    const ann = await newPerson()
    const { examId, quIds } = await newExam()
    const id = await takePaper(app, ann, examId, answersFor(quIds, [true, true]))
    await followFinished(app.app)
    return { ann, id, examId, quIds }
  }

  test('a paper that is given up has no result, and comes back with it', async () => {
    const { ann, id } = await passed()
    const mark = (state?: typeof PaperState.givenUp) =>
      app.ok(paper['mark-as'], { ids: [id], exState: ExState.admin, exMsg: '替考', ...(state ? { state } : {}) }, admin)
    await mark(PaperState.givenUp)
    await followFinished(app.app)
    expect(await reasons(ann)).toEqual(['答卷已作废'])
    expect((await app.db.selectFrom('paper').where('id', '=', id).select('passed').executeTakeFirstOrThrow()).passed).toBeNull()
    await mark()
    await followFinished(app.app)
    expect(await mine(ann)).toEqual(['valid', 'revoked'])
  })

  test('a paper that is reopened', async () => {
    const one = await passed()
    await app.ok(watch.reopen, { paperId: one.id, minutes: 10, reason: '断电' }, admin)
    await followFinished(app.app)
    expect(await reasons(one.ann)).toEqual(['答卷已恢复作答，原成绩取消'])
  })

  test('a paper that is deleted', async () => {
    const other = await passed()
    expect(await mine(other.ann)).toEqual(['valid'])
    await app.ok(paper.delete, { ids: [other.id] }, admin)
    expect(await reasons(other.ann)).toEqual(['答卷已删除'])
  })
})
