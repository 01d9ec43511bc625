// Every domain's routes, jobs and sockets, named once.
import type { FastifyInstance } from 'fastify'
import { captchaJobs } from './domains/common/captcha.jobs.ts'
import captcha from './domains/common/captcha.routes.ts'
import file from './domains/common/file.routes.ts'
import exam from './domains/exam/exam.routes.ts'
import late from './domains/paper/late.routes.ts'
import paper from './domains/paper/paper.routes.ts'
import { startSweeper } from './domains/paper/sweep.service.ts'
import watch from './domains/paper/watch.routes.ts'
import { examSocket } from './domains/paper/watch.socket.ts'
import config from './domains/sys/config.routes.ts'
import depart from './domains/sys/depart.routes.ts'
import dic from './domains/sys/dic.routes.ts'
import qu from './domains/qu/qu.routes.ts'
import repoChapter from './domains/repo/chapter.routes.ts'
import repo from './domains/repo/repo.routes.ts'
import { audit } from './domains/sys/log.service.ts'
import menu from './domains/sys/menu.routes.ts'
import role from './domains/sys/role.routes.ts'
import { authenticate } from './domains/sys/session.service.ts'
import { sysJobs } from './domains/sys/sys.jobs.ts'
import user from './domains/sys/user.routes.ts'
import tmplGroup from './domains/tmpl/group.routes.ts'
import tmpl from './domains/tmpl/tmpl.routes.ts'
import type { App } from './kernel/ctx.ts'
import type { Gate, Served } from './kernel/endpoint.ts'
import type { Job } from './kernel/jobs.ts'

export const gate: Gate = { authenticate, audit }

export const served: Served[] = [
  ...repo,
  ...repoChapter,
  ...qu,
  ...captcha,
  ...file,
  ...user,
  ...depart,
  ...role,
  ...menu,
  ...dic,
  ...config,
  ...tmpl,
  ...tmplGroup,
  ...exam,
  ...paper,
  ...late,
  ...watch,
]

export const jobs = (app: App): Job[] => [...captchaJobs(app), ...sysJobs(app)]

/** Things that begin with the server and run until it stops. */
export const starters: ((app: App) => void)[] = [startSweeper]

export const socketRoutes: ((http: FastifyInstance, app: App) => void)[] = [examSocket]
