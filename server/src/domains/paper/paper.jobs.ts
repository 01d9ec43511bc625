// Background jobs of papers: effects of finished papers, exports, item rows. They run on request, and every minute for the rest.
import * as z from 'zod'
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { archiveEnded } from './result/archive.service.ts'
import { trimArchived } from './result/trim.service.ts'
import { makeExports } from './result/export-run.service.ts'
import { EXPORT } from './result/export.service.ts'
import { BUILD, BUILD_EXAM, buildExamItems, buildItems } from './grade/item-build.service.ts'
import { FINISHED } from './grade/due.service.ts'
import { followFinished } from './grade/finish.service.ts'
import { checkPieces, removeObjects } from './record/cloud/cloud-keep.service.ts'
import { closeRecords, forgetRecords } from './record/keep.service.ts'
import { deleteOldCaptures } from './proctor/old-capture.service.ts'

const BuildExam = z.object({ examId: z.string() })

export const paperJobs = (app: App): Job[] => [
  {
    name: FINISHED,
    cron: '* * * * *',
    async run() {
      await followFinished(app)
    },
  },
  {
    name: EXPORT,
    cron: '* * * * *',
    async run() {
      await makeExports(app)
    },
  },
  {
    name: BUILD,
    cron: '* * * * *',
    async run() {
      await buildItems(app)
    },
  },
  {
    name: 'paper.capture.forget',
    cron: '56 3 * * *',
    async run() {
      await deleteOldCaptures(app)
    },
  },
  ...recordJobs(app),
  {
    name: 'paper.archive',
    cron: '7 4 * * *',
    async run() {
      await archiveEnded(app)
      await trimArchived(app)
    },
  },
  {
    name: BUILD_EXAM,
    async run(payload) {
      await buildExamItems(app, BuildExam.parse(payload).examId)
    },
  },
]

const recordJobs = (app: App): Job[] => [
  {
    name: 'paper.record.close',
    cron: '* * * * *',
    async run() {
      await closeRecords(app)
    },
  },
  {
    name: 'paper.record.forget',
    cron: '20 4 * * *',
    async run() {
      await forgetRecords(app)
    },
  },
  {
    name: 'paper.record.heads',
    cron: '* * * * *',
    async run() {
      await checkPieces(app)
      await removeObjects(app)
    },
  },
]
