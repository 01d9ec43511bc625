// Jobs that delete expired rows: sessions, failure counts, codes, logs.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sweepThird } from './account/bind-key.service.ts'
import { forgetBin } from './bin/bin.service.ts'
import { sweepDevices } from './session/device-mark.service.ts'
import { sweepFailures } from './session/failure.service.ts'
import { sweepSessions } from './session/session.service.ts'
import { deleteOldSms } from './account/sms-outbox.service.ts'
import { sweepSmsCodes } from './account/sms.service.ts'
import { sweepTickets } from './session/ticket.service.ts'
import { sweepCams } from './face/cam.service.ts'
import { sweepChallenges } from './face/challenge.service.ts'
import { nightlyDirectory } from './directory/directory-run.service.ts'
import { sweepPictures } from './face/gone.service.ts'
import { enrolWaiting, sweepFaces } from './face/library.service.ts'
import { PUSH, sendPushes } from './notice/push-send.service.ts'
import { deleteOldLogs } from './log/log-query.service.ts'
import { tellLateBackup } from './operation/backup-age.service.ts'
import { nightlyBackup } from './operation/backup-run.service.ts'

export const sysJobs = (app: App): Job[] => [
  {
    name: 'sys.sweep',
    cron: '17 * * * *',
    async run() {
      await sweepSessions(app)
      await sweepFailures(app)
      await sweepDevices(app)
      await sweepSmsCodes(app)
      await sweepTickets(app)
    },
  },
  { name: 'sys.face.enrol', cron: '*/5 * * * *', run: () => enrolWaiting(app) },
  {
    name: 'sys.face.sweep',
    cron: '7 * * * *',
    async run() {
      await sweepFaces(app)
      await sweepCams(app)
      await sweepPictures(app)
      await sweepChallenges(app)
    },
  },
  {
    name: PUSH,
    cron: '* * * * *',
    async run() {
      await sendPushes(app)
    },
  },
  { name: 'sys.third.sweep', cron: '*/10 * * * *', run: () => sweepThird(app) },
  nightlyBackup(app),
  nightlyDirectory(app),
  { name: 'sys.backup.late', cron: '11 * * * *', run: () => tellLateBackup(app) },
  { name: 'sys.trail.forget', cron: '41 3 * * *', run: () => deleteOldLogs(app) },
  {
    name: 'sys.bin.forget',
    cron: '53 3 * * *',
    async run() {
      await forgetBin(app)
    },
  },
  {
    name: 'sys.sms.forget',
    cron: '47 3 * * *',
    async run() {
      await deleteOldSms(app)
    },
  },
]
