// Starts papers: what follows an exam, sales, sweeps, sockets of candidates and invigilators.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Domain } from '../../kernel/domain.ts'
import type { App } from '../../kernel/ctx.ts'
import { sealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { sellExams } from './admission/buy.service.ts'
import { evidenceMediaPage } from './evidence/media.page.ts'
import { readOpenPapers } from './attempt/save/paper-cache.service.ts'
import { followExams } from './attempt/clock/realign.service.ts'
import { sayWhatIsSat } from './attempt/entry/open-questions.service.ts'
import { hideOldPictures } from './attempt/entry/old-pictures.service.ts'
import { addPaperFigures } from './figures.service.ts'
import { startFixes } from './fix/fix-run.service.ts'
import { pauseTasksDuringExams } from './exam-load.service.ts'
import { paperJobs } from './paper.jobs.ts'
import { watchSocket } from './proctor/watch-grid.socket.ts'
import { examSocket } from './proctor/watch.socket.ts'
import { followReferences } from './question/reference.service.ts'
import { phoneKey } from './record/phone.service.ts'
import { piecePage } from './record/piece.page.ts'
import { recordKey } from './record/record-file.service.ts'
import { provideHandedIn } from './result/handed-in.service.ts'
import { startSweeper } from './sweep.service.ts'

export const paper: Domain = {
  sealed: [sealedColumn(recordKey), sealedColumn(phoneKey)],
  prepare: readAhead,
  start({ app, jobs, pages, background }) {
    followExams(app)
    followReferences(app)
    addPaperFigures(app)
    pauseTasksDuringExams(app)
    provideHandedIn(app)
    sayWhatIsSat(app)
    sellExams(app)
    jobs(...paperJobs(app))
    pages(examSocket, watchSocket, piecePage, evidenceMediaPage)
    background(startSweeper, startFixes, hideOldPicturesOnce)
  },
}

/** The port does not wait longer. */
const AHEAD_MS = 1_000

/** Where other processes have the port, they answer meanwhile. Elsewhere candidates wait for this one, and each call reads what it needs. */
async function readAhead(app: App) {
  if (!app.config.sharePort) return
  const reading = readOpenPapers(app).catch((error: unknown) => app.log.warn({ err: error }, 'open papers were not read ahead'))
  await Promise.race([reading, sleep(AHEAD_MS, undefined, { ref: false })])
}

/** Pictures of candidates of earlier versions are made private once after the start. */
function hideOldPicturesOnce(app: App) {
  hideOldPictures(app).catch((error: unknown) => app.log.warn({ err: error }, 'pictures of earlier versions could not be made private'))
}
