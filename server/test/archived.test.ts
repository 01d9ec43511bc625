// Calls everything that changes papers, marks or arrangements of an exam, for an exam that is archived. A new call must be sorted in here.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { exam, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { offline } from '@shuyuan/contract/paper/admission/offline.ts'
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { review, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { beforeAll, expect, test } from 'vitest'
import { served } from '../src/domains.ts'
import { makeFixedExam } from '../src/domains/paper/fixed.factory.ts'
import { setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import { takePaper } from './papers.ts'
import { startWith } from './people.ts'
import { writeSheets } from '../src/kernel/sheet/spreadsheet.ts'

const { app, admin, teacher, ann } = await startWith('teacher', 'ann')

/** They change nothing of a paper or an arrangement, or are refused for another reason: no candidate may sit an exam that is over. */
const others = [
  '/api/exam/archive/save',
  '/api/exam/archive/set',
  '/api/exam/buy/init',
  '/api/exam/exam-preset/delete',
  '/api/exam/exam-preset/save',
  // removes the whole exam, or makes another one
  '/api/exam/exam/delete',
  '/api/exam/exam/make-up',
  '/api/exam/face/validate-face',
  '/api/exam/offline/import-wrong',
  // an exemption counts for a start alone
  '/api/exam/watch/record-exempt',
  '/api/paper/capture/save',
  '/api/paper/event/save',
  // the recording, its deletion and copies; the paper stays
  '/api/paper/evidence/export',
  '/api/paper/evidence/hold',
  '/api/paper/evidence/mark-delete',
  '/api/paper/evidence/mark-save',
  '/api/paper/evidence/seen',
  '/api/paper/export/save',
  '/api/paper/paper/create-paper',
  '/api/paper/paper/fill-answer',
  '/api/paper/paper/hand-exam',
  '/api/paper/paper/leave-incr',
  '/api/paper/paper/paper-detail',
  '/api/paper/paper/qu-detail',
  '/api/paper/phone/beat',
  '/api/paper/phone/join',
  '/api/paper/phone/put-done',
  '/api/paper/phone/sign-pieces',
  '/api/paper/record/begin',
  '/api/paper/record/consent',
  '/api/paper/record/phone-open',
  '/api/paper/record/put-done',
  '/api/paper/record/sign-pieces',
  // claims an answer that waits for its mark; an exam with such answers is not archived
  '/api/paper/review/next',
  '/api/socket/watch/batch-msg',
  '/api/socket/watch/remind-missing',
  '/api/socket/watch/single-msg',
]

type Call = () => Promise<{ code: number }>
const calls = new Map<string, Call>()
const add = (endpoint: { path: string }, call: Call) => void calls.set(endpoint.path, call)
const archived = { examId: '', onPaperId: '' }

beforeAll(async () => {
  const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 1 }, { needApply: true, passScore: 0 })
  const [quId] = quIds as [string]
  const { examId: onPaperId } = await setUpExam(app.ctx(), { offline: true }, { single: 1 })
  Object.assign(archived, { examId, onPaperId })
  await app.ok(apply.save, { examId, applyMsg: '申请' }, ann)
  const waiting = () => app.db.selectFrom('examApply').where('examId', '=', examId).select('id').executeTakeFirstOrThrow()
  await app.ok(apply.audit, { ids: [(await waiting()).id], auditState: AuditState.approved, auditMsg: '同意' }, admin)
  const paperId = await takePaper(app, ann, examId)
  const form = {
    examId,
    userId: ann.id,
    groupId: null,
    percent: null,
    startTime: null,
    endTime: null,
    tries: null,
    noFace: false,
    noFullScreen: false,
    reason: '断网',
  }
  const { id: overrideId } = await app.ok(override.save, { ...form, minutes: 5 }, teacher)
  const { token } = await app.ok(fix.preview, { examId, quId, how: 'drop' }, teacher)
  const at = app.clock.now()
  const { id: lateId } = await app.db
    .insertInto('paperLate')
    .values({ paperId, quId, session: 's', seq: 1, reason: 'closed', receivedAt: at, deadlineAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: taskId } = await app.db
    .insertInto('paperReviewTask')
    .values({ examId, paperId, leaf: quId, role: TaskRole.first })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: lineId } = await app.db
    .insertInto('paperRubric')
    .values({ examId, leaf: quId, text: '要点', points: 100, sort: 1, createTime: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: applyId } = await waiting()
  const stored = await app.ok(exam.detail, { id: examId }, admin)
  const sheet = await writeSheets([
    { name: '成绩', columns: ['用户名', '得分', '备注'].map((header) => ({ header })), rows: [['ann', '1', '']] },
  ])
  const lists = { userIds: [], groupIds: [], deptCodes: [], invigilatorIds: [] }

  add(apply.save, () => app.call(apply.save, { examId, applyMsg: '再申请' }, ann))
  add(apply.audit, () => app.call(apply.audit, { ids: [applyId], auditState: AuditState.rejected, auditMsg: '不同意' }, admin))
  add(apply.delete, () => app.call(apply.delete, { ids: [applyId] }, admin))
  add(exam.publish, () => app.call(exam.publish, { id: examId, notify: false }, admin))
  add(exam.save, () => app.call(exam.save, { ...stored, ...lists }, admin))
  add(exam.state, () => app.call(exam.state, { ids: [examId], state: ExamState.disabled }, admin))
  add(override.save, () => app.call(override.save, { ...form, id: overrideId, minutes: 9 }, teacher))
  add(override.delete, () => app.call(override.delete, { ids: [overrideId] }, teacher))
  add(offline.import, () => app.upload(offline.import, sheet, '成绩.xlsx', { examId: onPaperId }, teacher))
  add(late.ask, () => app.call(late.ask, { paperId }, ann))
  add(late.accept, () => app.call(late.accept, { ids: [lateId] }, admin))
  add(fix.commit, () => app.call(fix.commit, { examId, quId, how: 'drop', token, reason: '有误' }, teacher))
  add(paper['review-paper'], () => app.call(paper['review-paper'], { id: paperId, marks: [], finish: true }, admin))
  add(paper['mark-as'], () =>
    app.call(paper['mark-as'], { ids: [paperId], exState: ExState.admin, exMsg: '作废', state: PaperState.givenUp }, admin),
  )
  await app.db
    .insertInto('paperRecord')
    .values({ paperId, examId, userId: ann.id, camera: true, sound: false, screen: false, keepDays: 7, createTime: at })
    .execute()
  const verdict = { paperId, version: 0, verdict: EvidenceVerdict.clear, reason: '', effect: 'none' as const }
  add(evidenceReview.verdict, () => app.call(evidenceReview.verdict, verdict, admin))
  add(paper.delete, () => app.call(paper.delete, { ids: [paperId] }, admin))
  add(watch['force-hand'], () => app.call(watch['force-hand'], { paperId, message: '收卷' }, admin))
  add(watch['force-hand-all'], () => app.call(watch['force-hand-all'], { examId, exState: ExState.allHanded, message: '收卷' }, admin))
  add(watch['extra-time'], () => app.call(watch['extra-time'], { examId, userIds: [ann.id], minutes: 3, reason: '断网' }, admin))
  add(watch.reopen, () => app.call(watch.reopen, { paperId, minutes: 5, reason: '断电' }, admin))
  add(watch.unlock, () => app.call(watch.unlock, { paperId }, admin))
  add(review.save, () => app.call(review.save, { taskId, version: 0, score: 1, comment: '' }, admin))
  add(review.allocate, () => app.call(review.allocate, { examId, markers: [teacher.id], by: 'paper' }, admin))
  add(review.decide, () => app.call(review.decide, { examId }, admin))
  add(review['rubric-save'], () => app.call(review['rubric-save'], { id: lineId, examId, leaf: quId, text: '要点', points: 2 }, admin))
  add(review['rubric-delete'], () => app.call(review['rubric-delete'], { id: lineId }, admin))
  await app.db.updateTable('exam').set({ archivedAt: at }).where('id', 'in', [examId, onPaperId]).execute()
})

test('every call of exams and papers that changes something is sorted in', () => {
  const changing = served
    .filter(({ endpoint: { kind, path } }) => kind !== 'query' && kind !== 'download' && /^\/api\/(exam|paper|socket\/watch)\//.test(path))
    .map(({ endpoint }) => endpoint.path)
  expect(changing.toSorted()).toEqual([...calls.keys(), ...others].toSorted())
})

test('each of them is refused, and nothing is changed', async () => {
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        (['exam', 'paper', 'examOverride', 'examApply', 'paperLate', 'paperFix', 'paperReviewTask', 'paperRubric'] as const).map((table) =>
          app.db.selectFrom(table).selectAll().orderBy('id').execute(),
        ),
      ),
    )
  const before = await state()
  const answers: [string, number][] = []
  for (const [path, call] of calls) answers.push([path, (await call()).code])
  expect(answers).toEqual([...calls.keys()].map((path) => [path, errors.examArchived[0]]))
  expect(await state()).toBe(before)
})
