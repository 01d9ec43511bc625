// What is measured of each list and chart: its callers, usual filters, sorts and pages. A test compares the table with the contract.
import { SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { BattleState } from '@shuyuan/contract/battle/battle.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { TrainMode, TrainState } from '@shuyuan/contract/train/train.ts'
import type { ListSpec, Site } from './spec.ts'
import { courseLists } from './lines-course.ts'
import { paperLists } from './lines-paper.ts'
import { payLists } from './lines-pay.ts'
import { peopleLists } from './lines-people.ts'

const examLists = (site: Site): Record<string, ListSpec> => ({
  '/api/exam/exam/paging': {
    as: ['admin', 'learner'],
    filters: {
      mine: { mine: true },
      title: { title: '前厅' },
      running: { phase: 'open' },
      handedIn: { stage: 'done' },
      disabled: { state: ExamState.disabled },
      archived: { shelf: 'archived' },
      departments: { openType: OpenType.departs },
      type: { examType: 1 },
      course: { courseId: site.course },
      watched: { watchable: true },
      'without one': { excludes: [site.bigExam] },
    },
    sorts: ['title', 'startTime', 'endTime', 'createTime', 'state'],
  },
  '/api/exam/apply/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      exam: { examId: site.openExam },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      waiting: { auditState: AuditState.waiting },
      title: { title: '进行中' },
      used: { auditUsed: true },
    },
    sorts: ['applyTime', 'auditTime', 'auditState'],
  },
  '/api/exam/override/list': { as: ['admin'], base: { examId: site.openExam }, sorts: ['updateTime'] },
  '/api/stat/exam/dash-exam-list': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '进行中' } },
    sorts: ['title', 'startTime'],
  },
})

const gameLists = (site: Site): Record<string, ListSpec> => ({
  '/api/battle/battle/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      bank: { repoId: site.bank },
      open: { state: BattleState.open },
      robot: { mode: 'robot' },
    },
    sorts: ['createTime'],
  },
  '/api/battle/battle/my-paging': { as: ['learner'], filters: { robot: { mode: 'robot' } }, sorts: ['createTime'] },
  '/api/activity/activity/paging': {
    as: ['admin'],
    filters: { title: { title: '活动' }, open: { phase: 'open' }, disabled: { state: ActivityState.disabled } },
    sorts: ['title', 'startTime', 'endTime', 'players', 'createTime'],
  },
  '/api/survey/survey/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '问卷1' }, open: { phase: 'open' }, draft: { state: SurveyState.draft } },
    sorts: ['title', 'startTime', 'endTime', 'answers', 'createTime'],
  },
  '/api/survey/answer/mine': {
    as: ['learner'],
    filters: { waiting: { answered: false }, answered: { answered: true }, 'after a course': { refType: 'course', refId: site.course } },
  },
  '/api/assist/call/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      questions: { kind: 'questions' },
      failed: { state: 'failed' },
      name: (at) => ({ userName: site.names[at % site.names.length] }),
      span: { from: `${new Date().getFullYear() - 1}-01-01 00:00:00`, to: `${new Date().getFullYear() + 1}-01-01 00:00:00` },
    },
    sorts: ['createTime'],
  },
  '/api/assist/questions/runs': { as: ['admin'], filters: { bank: { repoId: site.bank } } },
  '/api/activity/activity/my-paging': { as: ['learner'], filters: { open: { phase: 'open' } } },
  '/api/activity/activity/rank-paging': {
    as: ['admin', 'branch', 'chosen'],
    base: { id: '1' },
    filters: { name: (at) => ({ realName: site.names[at % site.names.length] }) },
    sorts: ['place', 'score'],
  },
})

const bankLists = (site: Site): Record<string, ListSpec> => ({
  '/api/repo/paging': {
    as: ['admin', 'learner'],
    filters: { title: { title: '题库1' }, train: { isTrain: true }, exam: { isExam: true }, 'without one': { excludes: [site.bank] } },
    sorts: ['title', 'createTime'],
  },
  '/api/qu/qu/paging': {
    as: ['admin'],
    filters: {
      bank: { repoId: site.bank },
      chapter: { repoId: site.bank, chapterId: site.chapter },
      'bank, without some': (at) => ({ repoId: site.bank, excludes: Array.from({ length: 50 }, (_one, no) => String(at * 50 + no + 1)) }),
      'bank, type and level': { repoId: site.bank, quType: QuType.multiple, level: QuLevel.hard },
      'bank, 2 characters': { repoId: site.bank, content: '登记' },
      '3 characters': (at) => ({ content: String(100 + at) }),
      tag: { tag: '知识点7' },
      type: { quType: QuType.trueFalse },
    },
    sorts: ['createTime', 'updateTime'],
  },
  '/api/qu/mark/report-paging': {
    as: ['admin'],
    filters: { bank: { repoId: site.bank }, waiting: { state: ReportState.waiting } },
    sorts: ['createTime'],
  },
  '/api/qu/import/paging': {
    as: ['admin'],
    base: { importId: site.importId },
    filters: { wrong: { kind: 'wrong' }, duplicated: { kind: 'duplicated' } },
    sorts: ['row'],
  },
  '/api/tmpl/tmpl/paging': {
    as: ['admin'],
    filters: { title: { title: '模板1' }, published: { state: TmplState.published } },
    sorts: ['title', 'createTime'],
  },
  '/api/repo/train/paging': {
    as: ['admin', 'branch', 'chosen', 'learner'],
    base: {},
    filters: {
      all: { all: true },
      'all, bank': { all: true, repoId: site.bank },
      'all, name': (at) => ({ all: true, realName: site.names[at % site.names.length] }),
      'all, running': { all: true, state: TrainState.open },
      'all, in order': { all: true, mode: TrainMode.inOrder },
    },
    sorts: ['updateTime', 'createTime'],
  },
  '/api/repo/book/paging': {
    as: ['learner'],
    filters: {
      exam: { examId: site.bigExam },
      bank: { repoId: site.bank },
      chapter: { repoId: site.bank, chapterId: site.chapter },
      type: { quType: QuType.single },
    },
    sorts: ['updateTime', 'wrongCount'],
  },
  '/api/paper/book/paging': { as: ['learner'], filters: { exam: { examId: site.bigExam } }, sorts: ['updateTime'] },
})

/** The lists by path; `site` names the rows of the filled site. */
export const listSpecs = (site: Site): Record<string, ListSpec> => ({
  ...examLists(site),
  ...gameLists(site),
  ...paperLists(site),
  ...bankLists(site),
  ...courseLists(site),
  ...payLists(site),
  ...peopleLists(site),
})
