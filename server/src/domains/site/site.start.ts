// Starts settings, providers, licence and logs.
import type { Domain } from '../../kernel/domain.ts'
import { manifestPage } from './config/manifest.page.ts'
import { openLicense } from './config/license.service.ts'
import { sweepFailures } from './log/failure.service.ts'
import { deleteOldLogs } from './log/log-query.service.ts'
import { deleteOldSms } from './outbox/sms-outbox.service.ts'
import { sealedProps } from './provider/prop-store.service.ts'
import { openUpload } from './provider/upload.service.ts'

export const site: Domain = {
  sealed: [sealedProps],
  async prepare(app) {
    await openUpload(app)
    await openLicense(app)
  },
  start({ app, jobs, pages }) {
    jobs(
      { name: 'sys.failure.sweep', cron: '17 * * * *', run: () => sweepFailures(app) },
      { name: 'sys.trail.forget', cron: '41 3 * * *', run: () => deleteOldLogs(app) },
      {
        name: 'sys.sms.forget',
        cron: '47 3 * * *',
        async run() {
          await deleteOldSms(app)
        },
      },
    )
    pages(manifestPage)
  },
}
