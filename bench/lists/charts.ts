// The charts that are measured: queries below `stat/` and others without pages, each with its usual parameters.
import type { Site } from './spec.ts'

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const lastDays = (days: number) => ({ from: dayBefore(days - 1), to: dayBefore(0) })

/** The bodies of each chart by path. */
export const chartSpecs = (site: Site): Record<string, Record<string, object>> => ({
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
  '/api/stat/course/overview': { 'all people': { courseId: site.course }, branch: { courseId: site.course, deptCode: site.branch } },
  '/api/stat/course/export-list': { own: {} },
  '/api/stat/find/all': { 'a name': { word: site.names[0]! }, 'an account': { word: 'u1' }, 'a word': { word: '考试' } },
  '/api/stat/report/mine': { own: {} },
  '/api/stat/report/plan': { all: {} },
  '/api/stat/report/read': {
    '30 days': lastDays(30),
    'a year': lastDays(365),
    'branch, 30 days': { ...lastDays(30), deptCode: site.branch },
  },
  '/api/stat/today/mine': { own: {} },
  '/api/stat/total/exam/week': { '7 days': {}, '30 days': { days: 30 }, '90 days': { days: 90 } },
  '/api/stat/total/learn/week': { '7 days': {}, '90 days': { days: 90 } },
  '/api/stat/total/num/all': { all: {} },
  '/api/stat/total/user/week': { '7 days': {}, '90 days': { days: 90 } },
  '/api/stat/work/todo': { own: {} },
  '/api/repo/stat/overview': { 'large bank': { repoId: site.bank } },
  '/api/exam/watch/watch-stat': { 'open exam': { id: site.openExam }, 'exam of 20,000': { id: site.bigExam } },
  '/api/paper/review/progress': { '20,000 tasks': { examId: site.markedExam } },
  '/api/paper/review/queue': { '20,000 tasks': { examId: site.markedExam } },
  '/api/qu/qu/duplicates': { 'usual bank': { repoId: site.usualBank } },
  '/api/sys/user/msg/count-unread': { own: {} },
  '/api/repo/train/progress': { banks: { repoIds: [site.bank, site.usualBank] } },
})
