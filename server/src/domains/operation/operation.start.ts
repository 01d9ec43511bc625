// Starts backups, notes of server processes, and the recycle bin.
import type { Domain } from '../../kernel/domain.ts'
import { addBackupFigures, tellLateBackup } from './backup-age.service.ts'
import { makeBackups, nightlyBackup } from './backup-run.service.ts'
import { forgetBin } from './bin.service.ts'
import { addBuildFigure, startNodeNotes } from './node.service.ts'
import { addMessageFigures } from './sent-figures.service.ts'

export const operation: Domain = {
  start({ app, jobs, background }) {
    addBackupFigures(app)
    addBuildFigure(app)
    addMessageFigures(app)
    makeBackups(app)
    jobs(
      nightlyBackup(app),
      { name: 'sys.backup.late', cron: '11 * * * *', run: () => tellLateBackup(app) },
      {
        name: 'sys.bin.forget',
        cron: '53 3 * * *',
        async run() {
          await forgetBin(app)
        },
      },
    )
    background(startNodeNotes)
  },
}
