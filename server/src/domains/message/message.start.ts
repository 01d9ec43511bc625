// Starts messages of users and push notifications.
import type { Domain } from '../../kernel/domain.ts'
import { sealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { userSocket } from './msg.socket.ts'
import { PUSH, sendPushes } from './push-send.service.ts'
import { pushSecret } from './push.service.ts'

export const message: Domain = {
  sealed: [sealedColumn(pushSecret)],
  start({ app, jobs, pages }) {
    jobs({
      name: PUSH,
      cron: '* * * * *',
      async run() {
        await sendPushes(app)
      },
    })
    pages(userSocket)
  },
}
