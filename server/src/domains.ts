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
import capture from './domains/paper/capture.routes.ts'
import paperExport from './domains/paper/export.routes.ts'
import examEntry from './domains/paper/entry.routes.ts'
import paperEvent from './domains/paper/event.routes.ts'
import fix from './domains/paper/fix.routes.ts'
import { startFixes } from './domains/paper/fix.run.service.ts'
import late from './domains/paper/late.routes.ts'
import payConfig from './domains/pay/config.routes.ts'
import invoice from './domains/pay/invoice.routes.ts'
import { paperJobs } from './domains/paper/paper.jobs.ts'
import paper from './domains/paper/paper.routes.ts'
import review from './domains/paper/review.routes.ts'
import points from './domains/points/points.routes.ts'
import { startSweeper } from './domains/paper/sweep.service.ts'
import watch from './domains/paper/watch.routes.ts'
import { watchSocket } from './domains/paper/watch-grid.socket.ts'
import { examSocket } from './domains/paper/watch.socket.ts'
import bind from './domains/sys/bind.routes.ts'
import { admitCall } from './domains/sys/admission.service.ts'
import config from './domains/sys/config.routes.ts'
import license from './domains/sys/license.routes.ts'
import { openLicense } from './domains/sys/license.service.ts'
import depart from './domains/sys/depart.routes.ts'
import evidence from './domains/sys/evidence.routes.ts'
import groupUser from './domains/sys/group-user.routes.ts'
import group from './domains/sys/group.routes.ts'
import hotel from './domains/sys/hotel.routes.ts'
import dic from './domains/sys/dic.routes.ts'
import quImport from './domains/qu/import.routes.ts'
import quMark from './domains/qu/mark.routes.ts'
import { quJobs } from './domains/qu/qu.jobs.ts'
import qu from './domains/qu/qu.routes.ts'
import repoChapter from './domains/repo/chapter.routes.ts'
import repo from './domains/repo/repo.routes.ts'
import { audit } from './domains/sys/log.service.ts'
import trails from './domains/sys/log.routes.ts'
import menu from './domains/sys/menu.routes.ts'
import msg from './domains/sys/msg.routes.ts'
import { userSocket } from './domains/sys/msg.socket.ts'
import notice from './domains/sys/notice.routes.ts'
import real from './domains/sys/real.routes.ts'
import prop from './domains/sys/prop.routes.ts'
import role from './domains/sys/role.routes.ts'
import { authenticate } from './domains/sys/session.service.ts'
import { sysJobs } from './domains/sys/sys.jobs.ts'
import { openUpload } from './domains/sys/upload.service.ts'
import { thirdLocalPage } from './domains/sys/third-local.page.ts'
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
  ...examEntry,
  ...paper,
  ...review,
  ...late,
  ...fix,
  ...capture,
  ...paperExport,
  ...paperEvent,
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
export const introductions: ((app: App) => void)[] = [notifyOfExams, notifyOfCourses]

/** Things that begin with the server and run until it stops. */
export const starters: ((app: App) => void)[] = [startSweeper, startFixes]

export const socketRoutes: ((http: FastifyInstance, app: App) => void)[] = [examSocket, watchSocket, userSocket, readSocket, thirdLocalPage]
