// Starts sessions: readers of private files, and the removal of expired rows.
import type { Domain } from '../../kernel/domain.ts'
import { sweepDevices } from './device-mark.service.ts'
import { isPresent, sweepSessions } from './session.service.ts'
import { sweepTickets } from './ticket.service.ts'

export const session: Domain = {
  start({ app, jobs }) {
    app.storage.useAdmission((userId) => isPresent(app, userId))
    jobs({
      name: 'sys.sweep',
      cron: '17 * * * *',
      async run() {
        await sweepSessions(app)
        await sweepDevices(app)
        await sweepTickets(app)
      },
    })
  },
}
