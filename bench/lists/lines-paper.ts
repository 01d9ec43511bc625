// The lists of papers: results, watching, marking, late answers and corrections.
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { PairFamily, PairLevel, PairState } from '@shuyuan/contract/stat/similar.ts'
import type { ListSpec, Site } from './spec.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const resultLists = (site: Site): Record<string, ListSpec> => ({
  '/api/paper/paper/paging': {
    as: ['admin', 'branch', 'chosen', 'learner'],
    filters: {
      exam: { examId: site.bigExam },
      'exam, best': { examId: site.bigExam, bestOnly: true },
      'exam, passed': { examId: site.bigExam, passed: true },
      'exam, branch': { examId: site.bigExam, deptCode: site.branch },
      'exam, name': (at) => ({ examId: site.bigExam, realName: site.names[at % site.names.length] }),
      candidate: { userId: site.user },
      'name, 1 character': (at) => ({ realName: site.names[at % site.names.length]?.slice(1, 2) }),
      'name, 2 characters': (at) => ({ realName: site.names[at % site.names.length] }),
      title: { title: '前厅' },
      'title, one exam': { title: '服务考试 100' },
      open: { state: PaperState.open },
      marking: { state: PaperState.marking },
      finished: { state: PaperState.done },
      'given up': { state: PaperState.givenUp },
      passed: { passed: true },
      failed: { passed: false },
      'timed out': { exState: ExState.timeout },
      'left too often': { exState: ExState.leave },
      flagged: { flagged: true },
      department: { deptCode: site.depart },
      branch: { deptCode: site.branch },
      'branch, passed': { deptCode: site.branch, passed: true },
      'last week': { handFrom: `${day(7)} 00:00:00`, handTo: `${day(0)} 00:00:00` },
      'a day last year': { handFrom: `${day(400)} 00:00:00`, handTo: `${day(399)} 00:00:00` },
      '60 to 70 points': { scoreFrom: 60, scoreTo: 70 },
      'best only': { bestOnly: true },
      own: { mine: true },
    },
    sorts: ['startTime', 'handTime', 'state', 'title', 'score', 'flagTimes', 'realName', 'userName'],
  },
})

const similarLists = (site: Site): Record<string, ListSpec> => ({
  '/api/stat/similar/paging': {
    as: ['admin'],
    base: { examId: site.bigExam },
    filters: {
      level: { level: PairLevel.first },
      family: { family: PairFamily.near },
      state: { state: PairState.fresh },
      group: { groupNo: 1 },
    },
    sorts: ['level', 'same', 'sameWrong', 'common'],
  },
})

const markingLists = (site: Site): Record<string, ListSpec> => ({
  '/api/exam/history/paging': { as: ['admin'], base: { examId: site.openExam }, filters: {}, sorts: ['createTime'] },
  '/api/exam/watch/process-paging': {
    as: ['admin'],
    base: { examId: site.openExam },
    filters: {
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      online: { online: true },
      offline: { offline: true },
      flagged: { flagged: true },
      open: { handState: HandState.normal },
    },
    sorts: ['startTime', 'realName'],
  },
  '/api/exam/watch/hand-paging': {
    as: ['admin'],
    base: { examId: site.bigExam },
    filters: { name: (at) => ({ realName: site.names[at % site.names.length] }), irregular: { handState: HandState.abnormal } },
    sorts: ['handTime'],
  },
  '/api/exam/watch/miss-paging': {
    as: ['admin'],
    base: { examId: site.bigExam },
    filters: { name: (at) => ({ realName: site.names[at % site.names.length] }) },
    sorts: ['realName', 'userName'],
  },
  '/api/paper/late/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { exam: { examId: site.bigExam }, paper: { paperId: site.paper }, waiting: { state: LateState.waiting } },
    sorts: ['receivedAt'],
  },
  '/api/paper/review/paging': { as: ['admin', 'branch', 'chosen'], filters: { title: { title: '阅卷' } }, sorts: ['title', 'papers'] },
  '/api/paper/review/markers': {
    as: ['admin'],
    filters: { name: (at) => ({ name: site.names[at % site.names.length] }) },
    sorts: ['realName', 'userName'],
  },
  '/api/paper/fix/paging': {
    as: ['admin'],
    filters: { exam: { examId: site.bigExam }, question: { quId: '2' } },
    sorts: ['createTime', 'changed'],
  },
  '/api/paper/fix/log-paging': {
    as: ['admin', 'branch', 'chosen'],
    base: { fixId: site.fix },
    filters: { paper: { paperId: site.paper } },
    sorts: ['oldTotal', 'newTotal', 'createTime'],
  },
})

const recordLists = (site: Site): Record<string, ListSpec> => ({
  '/api/paper/evidence/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      exam: { examId: site.bigExam },
      'exam, name': (at) => ({ examId: site.bigExam, realName: site.names[at % site.names.length] }),
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      title: { title: '前厅' },
      department: { deptCode: site.branch },
      partial: { state: RecordState.partial },
      unreviewed: { verdict: EvidenceVerdict.none },
      violations: { verdict: EvidenceVerdict.violation },
    },
    sorts: ['startTime', 'flagTimes', 'keepUntil'],
  },
  '/api/paper/evidence/views': { as: ['admin', 'branch', 'chosen'], base: { paperId: site.paper }, filters: {}, sorts: ['createTime'] },
})

export const paperLists = (site: Site): Record<string, ListSpec> => ({
  ...resultLists(site),
  ...similarLists(site),
  ...markingLists(site),
  ...recordLists(site),
})
