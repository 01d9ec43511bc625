// Starts the assistant: its work, and the end of what it keeps.
import type { Domain } from '../../kernel/domain.ts'
import { sweepCalls } from './ledger/call.service.ts'
import { questionTasks } from './questions/generate.service.ts'

export const assist: Domain = {
  start({ app, jobs }) {
    questionTasks(app)
    jobs({ name: 'assist.call.forget', cron: '52 3 * * *', run: () => sweepCalls(app) })
  },
}
