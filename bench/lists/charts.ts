// The charts that are measured: figures, sums, rankings and trees without pages, each with its usual parameters.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { orderFilters } from './lines-pay.ts'
import type { Site } from './spec.ts'

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const lastDays = (days: number) => ({ from: dayBefore(days - 1), to: dayBefore(0) })

type Charts = Record<string, Record<string, object>>

/** Statistics, counts and queues. */
const figures = (site: Site): Charts => ({
  '/api/stat/exam/overview': {
    'exam of 20,000': { examId: site.bigExam },
    'all attempts': { examId: site.bigExam, attempts: 'all' },
    branch: { examId: site.bigExam, deptCode: site.branch },
    'usual exam': { examId: site.usualExam },
    'open exam': { examId: site.openExam },
  },
  '/api/stat/exam/qu-analysis': {
    'exam of 20,000': { examId: site.bigExam },
    branch: { examId: site.bigExam, deptCode: site.branch },
    'usual exam': { examId: site.usualExam },
  },
  '/api/stat/similar/fairness': { 'exam of 20,000': { examId: site.bigExam } },
  '/api/stat/similar/fast': { 'exam of 20,000': { examId: site.bigExam } },
  '/api/stat/similar/groups': { 'exam of 20,000': { examId: site.bigExam } },
  '/api/stat/similar/state': { 'exam of 20,000': { examId: site.bigExam } },
  '/api/stat/course/overview': { 'all people': { courseId: site.course }, branch: { courseId: site.course, deptCode: site.branch } },
  '/api/course/course/overview': { all: { id: site.course } },
  '/api/course/work/next': { all: {}, 'one assignment': { fileId: site.work } },
  '/api/course/work/similar': { 'one of many': { id: site.hand } },
  '/api/course/work/markers': { all: {}, 'a name': { name: site.names[0]! } },
  '/api/course/room/code': { 'lesson of 30,000': { id: site.room, way: 'in' } },
  '/api/course/room/people': {
    'all people': { id: site.room, courseId: site.roomCourse },
    'a name': { id: site.room, courseId: site.roomCourse, name: site.names[0]! },
  },
  '/api/course/room/summary': { 'lesson of 30,000': { id: site.room } },
  '/api/course/room/teachers': { all: {}, 'a name': { name: site.names[0]! } },
  '/api/stat/course/export-list': { own: {} },
  '/api/stat/find/all': { 'a name': { word: site.names[0]! }, 'an account': { word: 'u1' }, 'a word': { word: '考试' } },
  '/api/stat/report/mine': { own: {} },
  '/api/stat/report/plan': { all: {} },
  '/api/stat/report/read': {
    '30 days': lastDays(30),
    'a year': lastDays(365),
    'branch, 30 days': { ...lastDays(30), deptCode: site.branch },
  },
  '/api/stat/team/overview': { 'all people': { wide: true } },
  '/api/stat/team/person': { 'usual person': { userId: site.user, wide: true } },
  '/api/stat/first-steps': { own: {} },
  '/api/stat/today/mine': { own: {} },
  '/api/stat/today/pace': { own: {} },
  '/api/stat/total/exam/week': { '7 days': {}, '30 days': { days: 30 }, '90 days': { days: 90 } },
  '/api/stat/total/learn/week': { '7 days': {}, '90 days': { days: 90 } },
  '/api/stat/total/num/all': { all: {} },
  '/api/stat/total/user/week': { '7 days': {}, '90 days': { days: 90 } },
  '/api/stat/work/todo': { own: {} },
  '/api/repo/stat/overview': { 'large bank': { repoId: site.bank } },
  '/api/exam/watch/watch-stat': { 'open exam': { id: site.openExam }, 'exam of 20,000': { id: site.bigExam } },
  '/api/assist/call/days': { all: {}, 'one use': { params: { kind: 'questions' } } },
  '/api/assist/mark/agreement': { '20,000 tasks': { examId: site.markedExam } },
  '/api/paper/review/progress': { '20,000 tasks': { examId: site.markedExam } },
  '/api/paper/review/queue': { '20,000 tasks': { examId: site.markedExam } },
  '/api/qu/qu/duplicates': { 'usual bank': { repoId: site.usualBank } },
  '/api/sys/user/msg/count-unread': { own: {} },
  '/api/repo/train/progress': { banks: { repoIds: [site.bank, site.usualBank] } },
})

/** Sums and rankings of what was paid and earned. */
const rankings = (site: Site): Charts => ({
  '/api/survey/survey/result': { 'anonymous, 20,000 answers': { id: '1' }, 'by name': { id: '2' } },
  '/api/survey/survey/reach': { everybody: { id: '1' } },
  '/api/path/stat/overview': { '5,000 people': { id: '1' }, branch: { id: '1', deptCode: site.branch } },
  '/api/path/path/reach': { 'a path': { id: site.path } },
  '/api/activity/activity/rank': { 'activity of all': { id: '1' } },
  '/api/battle/battle/rank': {
    season: {},
    branch: { deptCode: site.branch },
    department: { deptCode: site.depart },
    'an earlier season': { season: site.season },
  },
  '/api/pay/order/total': { all: {}, ...orderFilters, name: { realName: site.names[0]! }, "nobody's name": { realName: '龘' } },
  '/api/pay/sales/months': { all: {}, course: { goodsType: 'course' } },
  '/api/pay/coupon/goods': { course: { goodsType: 'course' }, 'a word': { goodsType: 'course', title: '课程1' } },
})

/** How many people or questions something concerns, and trees. */
const counts = (site: Site): Charts => {
  const branch = { openType: OpenType.departs, deptCodes: [site.branch] }
  return {
    '/api/course/course/reach': { all: { openType: OpenType.all }, branch },
    '/api/live/room/reach': { 'usual course': { courseId: site.course, teacherId: '1', startTime: '2027-01-31 18:00:00' } },
    '/api/exam/exam/reach': { all: { openType: OpenType.all }, branch },
    '/api/exam/exam/make-up-count': { 'exam of 20,000': { examId: site.bigExam } },
    '/api/exam/exam/shut-out': { 'branch, one course': { ...branch, courses: [site.course] } },
    '/api/exam/exam/shut-out-exams': { 'branch, one exam': { ...branch, prerequisites: [site.bigExam] } },
    '/api/exam/exam/list-invigilators': { all: {}, 'a name': { keyword: site.names[0]! } },
    '/api/notify/reach': {
      all: { audience: { all: true }, refType: '', refId: '' },
      branch: { audience: { deptCodes: [site.branch] }, refType: '', refId: '' },
      candidates: { audience: { ref: true }, refType: 'exam', refId: site.bigExam },
    },
    '/api/paper/timeline/list': { 'usual paper': { paperId: site.paper } },
    '/api/qu/qu/where-used': { 'usual question': { id: '2' } },
    '/api/repo/chapter-group': { 'large bank': { repoId: site.bank } },
    '/api/repo/chapter/list': { 'large bank': { repoId: site.bank } },
    '/api/sys/depart/tree': { all: {} },
    '/api/sys/depart/tree-select': { all: {} },
    '/api/sys/face/coverage': { all: {} },
  }
}

export const chartSpecs = (site: Site): Charts => ({ ...figures(site), ...rankings(site), ...counts(site) })

/** What a learner sees of their own; the learner has 285 papers. */
export const ownChartSpecs = (site: Site): Charts => ({
  '/api/activity/activity/my-rank': { 'activity of all': { id: '1' } },
  '/api/battle/battle/check': { own: {} },
  '/api/cert/grant/my-list': { own: {} },
  '/api/paper/paper/check-process': { own: {} },
  '/api/paper/paper/list-mine': {
    '300 exams': { examIds: Array.from({ length: 300 }, (_one, at) => String(Number(site.usualExam) + at)) },
  },
  '/api/pay/order/bought': { '100 courses': { goodsType: 'course', goodsIds: Array.from({ length: 100 }, (_one, at) => String(at + 1)) } },
  '/api/repo/book/due': { own: {} },
  '/api/repo/book/places': { own: {}, exam: { examId: site.bigExam } },
  '/api/repo/train/check': { own: {} },
})
