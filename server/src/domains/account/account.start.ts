// Starts sign-in, second factors and the directory.
import type { Domain } from '../../kernel/domain.ts'
import { privateReferencesOf } from '../common/protect.service.ts'
import { sweepSmsCodes } from './code/sms.service.ts'
import { sealedTotp } from './code/totp-seal.service.ts'
import { nightlyDirectory, syncDirectory } from './directory/directory-run.service.ts'
import { privatePhotos } from './realname/private-photos.service.ts'
import { sweepThird } from './sign-in/bind-key.service.ts'
import { thirdLocalPage } from './sign-in/third-local.page.ts'

export const account: Domain = {
  sealed: [sealedTotp],
  start({ app, jobs, pages }) {
    privateReferencesOf(app).push(privatePhotos)
    syncDirectory(app)
    jobs(
      { name: 'sys.sms.sweep', cron: '17 * * * *', run: () => sweepSmsCodes(app) },
      { name: 'sys.third.sweep', cron: '*/10 * * * *', run: () => sweepThird(app) },
      nightlyDirectory(app),
    )
    pages(thirdLocalPage)
  },
}
