// Starts the library of faces.
import type { Domain } from '../../kernel/domain.ts'
import { sealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { sweepCams } from './cam.service.ts'
import { sweepChallenges } from './challenge.service.ts'
import { faceTrackFiles } from './face-track.page.ts'
import { sweepPictures } from './gone.service.ts'
import { enrolWaiting, sweepFaces } from './library.service.ts'
import { faceVector } from './match.service.ts'

export const face: Domain = {
  sealed: [sealedColumn(faceVector)],
  start({ app, jobs, pages }) {
    jobs(
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
    )
    pages(faceTrackFiles)
  },
}
