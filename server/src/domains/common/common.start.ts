// Starts captchas, uploads and tasks.
import type { App } from '../../kernel/ctx.ts'
import type { Domain } from '../../kernel/domain.ts'
import { captchaJobs } from './captcha.jobs.ts'
import { fileJobs } from './file.jobs.ts'
import { piecesPage } from './pieces.page.ts'
import { privateReferencesOf, protectUploads } from './protect.service.ts'
import { taskJobs } from './task.jobs.ts'
import { addTaskFigures, startTasks } from './task.service.ts'

export const common: Domain = {
  start({ app, gate, jobs, pages, background }) {
    addTaskFigures(app)
    jobs(...captchaJobs(app), ...fileJobs(app), ...taskJobs(app))
    pages(piecesPage(gate))
    background(startTasks, protectOldUploads)
  },
}

/** Uploads of earlier versions that must not be public are made private once after the start. */
function protectOldUploads(app: App) {
  protectUploads(app, privateReferencesOf(app)).catch((error: unknown) =>
    app.log.warn({ err: error }, 'files of earlier versions could not be made private'),
  )
}
