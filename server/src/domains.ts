// Routes, jobs and sockets of all domains. A new x.routes.ts is named in routes.ts only.
import type { FastifyInstance } from 'fastify'
import { bookJobs } from './domains/book/book.jobs.ts'
import { captchaJobs } from './domains/common/captcha.jobs.ts'
import { courseJobs } from './domains/course/course.jobs.ts'
import { notifyOfCourses } from './domains/course/notify.service.ts'
import { readSocket } from './domains/course/read.socket.ts'
import { notifyOfExams } from './domains/exam/notify.service.ts'
import { notifyJobs } from './domains/notify/notify.jobs.ts'
import { followExams } from './domains/paper/attempt/realign.service.ts'
import { followReferences } from './domains/paper/question/reference.service.ts'
import { startFixes } from './domains/paper/fix/fix-run.service.ts'
import { paperJobs } from './domains/paper/paper.jobs.ts'
import { startSweeper } from './domains/paper/sweep.service.ts'
import { watchSocket } from './domains/paper/proctor/watch-grid.socket.ts'
import { examSocket } from './domains/paper/proctor/watch.socket.ts'
import { admitCall } from './domains/sys/role-menu/admission.service.ts'
import { openLicense } from './domains/sys/site/license.service.ts'
import { quJobs } from './domains/qu/qu.jobs.ts'
import { audit } from './domains/sys/log/log.service.ts'
import { userSocket } from './domains/sys/notice/msg.socket.ts'
import { authenticate } from './domains/sys/session/session.service.ts'
import { sysJobs } from './domains/sys/sys.jobs.ts'
import { openUpload } from './domains/sys/provider/upload.service.ts'
import { thirdLocalPage } from './domains/sys/account/third-local.page.ts'
import type { App } from './kernel/ctx.ts'
import type { Gate, Served } from './kernel/endpoint.ts'
import type { Job } from './kernel/jobs.ts'
import * as routes from './routes.ts'

export const gate: Gate = { authenticate, admit: admitCall, audit }

/** Must run before the first call: storage providers and the licence key. */
export async function prepare(app: App): Promise<void> {
  await openUpload(app)
  await openLicense(app)
}

/** All endpoints of server/src/routes.ts. */
export const served: Served[] = Object.values(routes).flat()

export const jobs = (app: App): Job[] => [
  ...captchaJobs(app),
  ...sysJobs(app),
  ...quJobs(app),
  ...notifyJobs(app),
  ...paperJobs(app),
  ...bookJobs(app),
  ...courseJobs(app),
]

/** Subscriptions of domains to events of lower domains. */
export const subscriptions: ((app: App) => void)[] = [notifyOfExams, notifyOfCourses, followExams, followReferences]

/** Background work that starts with the server and stops with it. */
export const backgroundTasks: ((app: App) => void)[] = [startSweeper, startFixes]

export const socketRoutes: ((http: FastifyInstance, app: App) => void)[] = [examSocket, watchSocket, userSocket, readSocket, thirdLocalPage]
