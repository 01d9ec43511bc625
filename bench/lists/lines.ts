// What is measured of each list and chart: its callers, usual filters, sorts and pages. A test compares the table with the contract.
import { ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { BattleState } from '@shuyuan/contract/battle/battle.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import { ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { TrainState } from '@shuyuan/contract/train/train.ts'
import type { ListSpec, Site } from './spec.ts'
import { paperLists } from './lines-paper.ts'
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
    },
    sorts: ['title', 'startTime', 'endTime', 'createTime', 'state'],
  },
  '/api/exam/apply/paging': {
    as: ['admin', 'branch'],
    filters: {
      exam: { examId: site.openExam },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      waiting: { auditState: AuditState.waiting },
      title: { title: '进行中' },
    },
    sorts: ['applyTime', 'auditTime', 'auditState'],
  },
  '/api/exam/override/list': { as: ['admin'], base: { examId: site.openExam }, sorts: ['updateTime'] },
  '/api/stat/exam/dash-exam-list': { as: ['admin', 'branch'], filters: { title: { title: '进行中' } }, sorts: ['title', 'startTime'] },
})

const gameLists = (site: Site): Record<string, ListSpec> => ({
  '/api/battle/battle/paging': {
    as: ['admin', 'branch'],
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
  '/api/activity/activity/my-paging': { as: ['learner'], filters: { open: { phase: 'open' } } },
  '/api/activity/activity/rank-paging': {
    as: ['admin', 'branch'],
    base: { id: '1' },
    filters: { name: (at) => ({ realName: site.names[at % site.names.length] }) },
    sorts: ['place', 'score'],
  },
})

const bankLists = (site: Site): Record<string, ListSpec> => ({
  '/api/repo/paging': {
    as: ['admin', 'learner'],
    filters: { title: { title: '题库1' }, train: { isTrain: true } },
    sorts: ['title', 'createTime'],
  },
  '/api/qu/qu/paging': {
    as: ['admin'],
    filters: {
      bank: { repoId: site.bank },
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
    as: ['admin', 'branch', 'learner'],
    base: {},
    filters: {
      all: { all: true },
      'all, bank': { all: true, repoId: site.bank },
      'all, name': (at) => ({ all: true, realName: site.names[at % site.names.length] }),
      'all, running': { all: true, state: TrainState.open },
    },
    sorts: ['updateTime', 'createTime'],
  },
  '/api/repo/book/paging': {
    as: ['learner'],
    filters: { exam: { examId: site.bigExam }, type: { quType: QuType.single } },
    sorts: ['updateTime', 'wrongCount'],
  },
  '/api/paper/book/paging': { as: ['learner'], filters: { exam: { examId: site.bigExam } }, sorts: ['updateTime'] },
})

const courseLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/course/paging': {
    as: ['admin'],
    filters: { title: { title: '课程1' }, disabled: { state: CourseState.disabled } },
    sorts: ['title', 'createTime', 'procCount', 'finishCount'],
  },
  '/api/course/course/user-paging': {
    as: ['learner'],
    filters: { title: { title: '课程1' }, going: { learned: 'going' } },
    sorts: ['title', 'lastTime'],
  },
  '/api/course/face/face-paging': {
    as: ['admin', 'branch'],
    filters: { name: { realName: '王' }, course: { courseId: site.course }, branch: { deptCode: site.branch } },
    sorts: ['createTime'],
  },
  '/api/course/face/capture-paging': {
    as: ['admin', 'branch'],
    filters: { name: { realName: '王' }, course: { courseId: site.course }, branch: { deptCode: site.branch } },
    sorts: ['createTime'],
  },
  '/api/course/file/paging': {
    as: ['admin'],
    filters: { title: { title: '课件12' }, type: { fileType: CourseFileType.other } },
    sorts: ['title', 'fileSize', 'createTime'],
  },
  '/api/course/learn/paging': {
    as: ['learner'],
    filters: { course: { courseId: site.course }, name: { fileName: '课件12' } },
    sorts: ['updateTime', 'learnSec'],
  },
  '/api/course/file/learn/paging': { as: ['learner'], filters: { course: { courseId: site.course } }, sorts: ['updateTime'] },
  '/api/course/buy/coursePayment/page': {
    as: ['learner'],
    filters: { name: { courseName: '课程1' }, type: { goodsType: 'course' } },
    sorts: ['payTime', 'price'],
  },
  '/api/stat/course/dash-course-list': { as: ['admin', 'branch'], filters: { title: { title: '课程1' } }, sorts: ['title', 'startTime'] },
  '/api/pay/bill/paging': { as: ['admin'], filters: { channel: { channel: 'wechat' } }, sorts: ['runTime'] },
  '/api/pay/coupon/paging': { as: ['admin'], filters: { title: { title: '优惠' }, on: { enabled: true } }, sorts: ['createTime'] },
  '/api/pay/order/paging': {
    as: ['admin', 'branch'],
    filters: { type: { goodsType: 'course' }, name: { goodsTitle: '课程1' } },
    sorts: ['createTime', 'payTime', 'price'],
  },
  '/api/pay/order/refund-paging': { as: ['admin'], filters: { no: { orderNo: 'N123' }, order: { orderId: '12' } }, sorts: ['createTime'] },
  '/api/pay/sales/paging': { as: ['admin'], filters: { type: { goodsType: 'course' } }, sorts: ['amount'] },
  '/api/pay/invoice/paging': {
    as: ['admin', 'branch'],
    filters: {
      open: { invoiceState: InvoiceState.processing },
      company: { companyName: '公司12' },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
    },
    sorts: ['createTime', 'price'],
  },
})

const learntLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/question/paging': {
    as: ['admin', 'branch'],
    filters: {
      course: { courseId: site.course },
      waiting: { answered: false },
      content: { content: '行李' },
      branch: { deptCode: site.branch },
    },
  },
  '/api/course/question/user-paging': { as: ['learner'], base: { courseId: site.course }, filters: { mine: { mine: true } } },
  '/api/stat/overdue/paging': {
    as: ['admin', 'branch'],
    filters: { title: { title: '课程1' }, branch: { deptCode: site.branch } },
    sorts: ['overdue', 'people', 'dueTime', 'deptCode_dictText', 'title'],
  },
  '/api/stat/course/user-paging': {
    as: ['admin', 'branch'],
    base: { courseId: site.course },
    filters: {
      branch: { deptCode: site.branch },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      none: { learned: 'none' },
      going: { learned: 'going' },
      finished: { learned: 'finished' },
      outside: { learned: 'outside' },
    },
    sorts: ['userName', 'realName'],
  },
  '/api/stat/course/matrix': {
    as: ['admin', 'branch'],
    base: { courseIds: [site.course] },
    filters: { branch: { deptCode: site.branch }, name: (at) => ({ realName: site.names[at % site.names.length] }) },
    sorts: ['userName', 'realName'],
  },
})

/** The lists by path; `site` names the rows of the filled site. */
export const listSpecs = (site: Site): Record<string, ListSpec> => ({
  ...examLists(site),
  ...gameLists(site),
  ...paperLists(site),
  ...bankLists(site),
  ...courseLists(site),
  ...learntLists(site),
  ...peopleLists(site),
})
