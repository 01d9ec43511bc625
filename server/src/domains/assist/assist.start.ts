// Starts the assistant: its work, and the end of what it keeps.
import type { App } from '../../kernel/ctx.ts'
import type { Domain } from '../../kernel/domain.ts'
import { sayFirst } from '../paper/review/review-first.service.ts'
import { sweepExplained } from './explain/explain.service.ts'
import { embedPassages } from './explain/embed-passages.service.ts'
import { readTexts } from './explain/passage.service.ts'
import { sweepCalls } from './ledger/call.service.ts'
import { apart } from './mark/answers.service.ts'
import { markTasks } from './mark/mark-run.service.ts'
import { questionTasks } from './questions/generate.service.ts'

async function forget(app: App) {
  await sweepCalls(app)
  await sweepExplained(app)
}

async function readCourses(app: App) {
  await readTexts(app)
  await embedPassages(app)
}

export const assist: Domain = {
  start({ app, jobs }) {
    questionTasks(app)
    markTasks(app)
    sayFirst(app, apart)
    jobs(
      { name: 'assist.call.forget', cron: '52 3 * * *', run: () => forget(app) },
      { name: 'assist.text.read', cron: '*/5 * * * *', run: () => readCourses(app) },
    )
  },
}
