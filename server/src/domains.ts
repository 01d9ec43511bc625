// Every domain's routes, jobs and sockets, named once.
import type { FastifyInstance } from 'fastify'
import { captchaJobs } from './domains/common/captcha.jobs.ts'
import book from './domains/book/book.routes.ts'
import captcha from './domains/common/captcha.routes.ts'
import file from './domains/common/file.routes.ts'
import grant from './domains/common/grant.routes.ts'
import course from './domains/course/course.routes.ts'
import { courseJobs } from './domains/course/course.jobs.ts'
import courseFile from './domains/course/file.routes.ts'
import courseLearn from './domains/course/learn.routes.ts'
import { notifyOfCourses } from './domains/course/notify.service.ts'
import { readSocket } from './domains/course/read.socket.ts'
import examApply from './domains/exam/apply.routes.ts'
import exam from './domains/exam/exam.routes.ts'
import seb from './domains/exam/seb.routes.ts'
import { notifyOfExams } from './domains/exam/notify.service.ts'
import { notifyJobs } from './domains/notify/notify.jobs.ts'
import notify from './domains/notify/notify.routes.ts'
import capture from './domains/paper/proctor/capture.routes.ts'
import paperExport from './domains/paper/result/export.routes.ts'
import examOffline from './domains/paper/admission/offline.routes.ts'
import checkInfo from './domains/paper/admission/check-info.routes.ts'
import makeUp from './domains/paper/admission/make-up.routes.ts'
import timeline from './domains/paper/proctor/timeline.routes.ts'
import examOverride from './domains/exam/override.routes.ts'
import { followExams } from './domains/paper/attempt/realign.service.ts'
import paperEvent from './domains/paper/attempt/event.routes.ts'
import fix from './domains/paper/fix/fix.routes.ts'
import { startFixes } from './domains/paper/fix/fix-run.service.ts'
import late from './domains/paper/attempt/late.routes.ts'
import payConfig from './domains/pay/config.routes.ts'
import invoice from './domains/pay/invoice.routes.ts'
import { paperJobs } from './domains/paper/paper.jobs.ts'
import paper from './domains/paper/paper.routes.ts'
import review from './domains/paper/review/review.routes.ts'
import points from './domains/points/points.routes.ts'
import { startSweeper } from './domains/paper/sweep.service.ts'
import watch from './domains/paper/proctor/watch.routes.ts'
import { watchSocket } from './domains/paper/proctor/watch-grid.socket.ts'
import { examSocket } from './domains/paper/proctor/watch.socket.ts'
import bind from './domains/sys/account/bind.routes.ts'
import { admitCall } from './domains/sys/role-menu/admission.service.ts'
import config from './domains/sys/site/config.routes.ts'
import license from './domains/sys/site/license.routes.ts'
import { openLicense } from './domains/sys/site/license.service.ts'
import depart from './domains/sys/org/depart.routes.ts'
import evidence from './domains/sys/provider/evidence.routes.ts'
import groupUser from './domains/sys/people/group-user.routes.ts'
import group from './domains/sys/people/group.routes.ts'
import hotel from './domains/sys/hotel/hotel.routes.ts'
import dic from './domains/sys/setting/dic.routes.ts'
import quImport from './domains/qu/import/import.routes.ts'
import quMark from './domains/qu/bank/mark.routes.ts'
import { quJobs } from './domains/qu/qu.jobs.ts'
import qu from './domains/qu/qu.routes.ts'
import repoChapter from './domains/repo/chapter.routes.ts'
import repo from './domains/repo/repo.routes.ts'
import { audit } from './domains/sys/log/log.service.ts'
import trails from './domains/sys/log/log.routes.ts'
import menu from './domains/sys/role-menu/menu.routes.ts'
import msg from './domains/sys/notice/msg.routes.ts'
import { userSocket } from './domains/sys/notice/msg.socket.ts'
import notice from './domains/sys/notice/notice.routes.ts'
import real from './domains/sys/realname/real.routes.ts'
import prop from './domains/sys/prop.routes.ts'
import session from './domains/sys/session/session.routes.ts'
import role from './domains/sys/role-menu/role.routes.ts'
import { authenticate } from './domains/sys/session/session.service.ts'
import { sysJobs } from './domains/sys/sys.jobs.ts'
import { openUpload } from './domains/sys/provider/upload.service.ts'
import { thirdLocalPage } from './domains/sys/account/third-local.page.ts'
import user from './domains/sys/user.routes.ts'
import trainStat from './domains/train/stat.routes.ts'
import train from './domains/train/train.routes.ts'
import examStat from './domains/stat/exam.routes.ts'
import tmplGroup from './domains/tmpl/group.routes.ts'
import tmpl from './domains/tmpl/tmpl.routes.ts'
import type { App } from './kernel/ctx.ts'
import type { Gate, Served } from './kernel/endpoint.ts'
import type { Job } from './kernel/jobs.ts'

export const gate: Gate = { authenticate, admit: admitCall, audit }

/** What must stand before the first call: storage, the licence key. */
export async function prepare(app: App): Promise<void> {
  await openUpload(app)
  await openLicense(app)
}

export const served: Served[] = [
  ...repo,
  ...repoChapter,
  ...qu,
  ...quMark,
  ...quImport,
  ...captcha,
  ...file,
  ...grant,
  ...user,
  ...bind,
  ...depart,
  ...evidence,
  ...group,
  ...groupUser,
  ...hotel,
  ...real,
  ...session,
  ...role,
  ...menu,
  ...dic,
  ...config,
  ...prop,
  ...license,
  ...payConfig,
  ...invoice,
  ...msg,
  ...notice,
  ...trails,
  ...notify,
  ...tmpl,
  ...tmplGroup,
  ...course,
  ...courseFile,
  ...courseLearn,
  ...exam,
  ...seb,
  ...examApply,
  ...examOverride,
  ...checkInfo,
  ...makeUp,
  ...examOffline,
  ...paper,
  ...review,
  ...late,
  ...fix,
  ...capture,
  ...paperExport,
  ...paperEvent,
  ...timeline,
  ...watch,
  ...points,
  ...book,
  ...train,
  ...trainStat,
  ...examStat,
]

export const jobs = (app: App): Job[] => [
  ...captchaJobs(app),
  ...sysJobs(app),
  ...quJobs(app),
  ...notifyJobs(app),
  ...paperJobs(app),
  ...courseJobs(app),
]

/** What domains tell each other before the first call. */
export const introductions: ((app: App) => void)[] = [notifyOfExams, notifyOfCourses, followExams]

/** Things that begin with the server and run until it stops. */
export const starters: ((app: App) => void)[] = [startSweeper, startFixes]

export const socketRoutes: ((http: FastifyInstance, app: App) => void)[] = [examSocket, watchSocket, userSocket, readSocket, thirdLocalPage]
