// Routes, jobs and sockets of all domains. A new x.routes.ts is named in routes.ts only.
import type { FastifyInstance } from 'fastify'
import { startActivitySweeper } from './domains/activity/settle.service.ts'
import { battleSocket } from './domains/battle/battle.socket.ts'
import { startBattleSweeper } from './domains/battle/sweep.service.ts'
import { countBattles } from './domains/battle/total.service.ts'
import { bookJobs } from './domains/book/book.jobs.ts'
import { keepCertFiles } from './domains/cert/pdf-run.service.ts'
import { certJobs } from './domains/cert/cert.jobs.ts'
import { countGrants } from './domains/cert/total.service.ts'
import { captchaJobs } from './domains/common/captcha.jobs.ts'
import { fileJobs } from './domains/common/file.jobs.ts'
import { piecesPage } from './domains/common/pieces.page.ts'
import { taskJobs } from './domains/common/task.jobs.ts'
import { addTaskFigures, startTasks } from './domains/common/task.service.ts'
import { protectUploads } from './domains/common/protect.service.ts'
import { courseJobs } from './domains/course/course.jobs.ts'
import { sellCourses } from './domains/course/catalog/buy.service.ts'
import { notifyOfCourses } from './domains/course/catalog/notify.service.ts'
import { rewardCourses } from './domains/course/catalog/reward.service.ts'
import { showEncoder } from './domains/course/media/media-settings.service.ts'
import { courseFileTasks } from './domains/course/file/media-task.service.ts'
import { courseOfficeTasks } from './domains/course/file/office-task.service.ts'
import { guardLearning } from './domains/course/face/face.service.ts'
import { privateCourseFiles } from './domains/course/file/private-files.service.ts'
import { playlistPage } from './domains/course/media/playlist.page.ts'
import { sealedVideoKeys } from './domains/course/media/video-key.service.ts'
import { readSocket } from './domains/course/learn/read.socket.ts'
import { packageFiles } from './domains/course/scorm/frame.page.ts'
import { packagePaths } from './domains/course/scorm/open.service.ts'
import { playPackages } from './domains/course/scorm/package.service.ts'
import { examPassword } from './domains/exam/entry/password.service.ts'
import { notifyOfExams } from './domains/exam/notify.service.ts'
import { castPage } from './domains/live/cast.page.ts'
import { liveSocket } from './domains/live/live.socket.ts'
import { livePlayPage } from './domains/live/play.page.ts'
import { liveReplays } from './domains/live/replay.service.ts'
import { startRtmp } from './domains/live/rtmp.service.ts'
import { startLiveSweeper } from './domains/live/sweep.service.ts'
import { hookSecret } from './domains/integrate/deliver.service.ts'
import { ltiPrivateKey } from './domains/integrate/lti-key.service.ts'
import { pushSecret } from './domains/sys/notice/push.service.ts'
import { integrateJobs } from './domains/integrate/integrate.jobs.ts'
import { tellOtherSystems } from './domains/integrate/listen.service.ts'
import { notifyJobs } from './domains/notify/notify.jobs.ts'
import { sellExams } from './domains/paper/admission/buy.service.ts'
import { followExams } from './domains/paper/attempt/realign.service.ts'
import { hideOldPictures } from './domains/paper/attempt/old-pictures.service.ts'
import { awardActivity } from './domains/points/rule.service.ts'
import { paySocket } from './domains/pay/order/pay.socket.ts'
import { payJobs } from './domains/pay/pay.jobs.ts'
import { privateInvoices } from './domains/pay/invoice/private-files.service.ts'
import { followReferences } from './domains/paper/question/reference.service.ts'
import { sayWhatIsHandedIn } from './domains/paper/result/handed-in.service.ts'
import { startFixes } from './domains/paper/fix/fix-run.service.ts'
import { restWhileExams } from './domains/paper/hall-busy.service.ts'
import { paperJobs } from './domains/paper/paper.jobs.ts'
import { addPaperFigures } from './domains/paper/figures.service.ts'
import { startSweeper } from './domains/paper/sweep.service.ts'
import { watchSocket } from './domains/paper/proctor/watch-grid.socket.ts'
import { examSocket } from './domains/paper/proctor/watch.socket.ts'
import { admitCall } from './domains/sys/role-menu/admission.service.ts'
import { isApiDocOpen } from './domains/sys/site/api-doc.service.ts'
import { manifestPage } from './domains/sys/site/manifest.page.ts'
import { openLicense } from './domains/sys/site/license.service.ts'
import { addOwnTotals } from './domains/stat/own-totals.service.ts'
import { startRollUp, statJobs } from './domains/stat/stat.jobs.ts'
import { sellRepos } from './domains/train/buy.service.ts'
import { restoreQuestions } from './domains/qu/bank/remove.service.ts'
import { quJobs } from './domains/qu/qu.jobs.ts'
import { audit } from './domains/sys/log/log.service.ts'
import { syncDirectory } from './domains/sys/directory/directory-run.service.ts'
import { addBackupFigures } from './domains/sys/operation/backup-age.service.ts'
import { makeBackups } from './domains/sys/operation/backup-run.service.ts'
import { startNodeNotes } from './domains/sys/operation/node.service.ts'
import { userSocket } from './domains/sys/notice/msg.socket.ts'
import { faceTrackFiles } from './domains/sys/face/face-track.page.ts'
import { faceVector } from './domains/sys/face/match.service.ts'
import { idCardOfReal, idCardOfUser } from './domains/sys/people/id-card.service.ts'
import { sealedProps } from './domains/sys/provider/prop-store.service.ts'
import { authenticate, isPresent } from './domains/sys/session/session.service.ts'
import { sysJobs } from './domains/sys/sys.jobs.ts'
import { privatePhotos } from './domains/sys/realname/private-photos.service.ts'
import { authenticateBearer } from './domains/sys/token/bearer.service.ts'
import { openUpload } from './domains/sys/provider/upload.service.ts'
import { sealedTotp } from './domains/sys/account/totp-seal.service.ts'
import { thirdLocalPage } from './domains/sys/account/third-local.page.ts'
import type { App } from './kernel/ctx.ts'
import { sealedColumn, type SealedPlace } from './kernel/sealed/sealed-column.ts'
import type { Gate, Served } from './kernel/endpoint.ts'
import type { Job } from './kernel/jobs.ts'
import * as routes from './routes.ts'

export const gate: Gate = { authenticate, bearer: authenticateBearer, admit: admitCall, audit }

/** All values that are sealed in the database (docs/decisions/0043). A new sealed column is added here. */
export const sealedPlaces: SealedPlace[] = [
  sealedProps,
  sealedTotp,
  sealedColumn(idCardOfUser),
  sealedColumn(idCardOfReal),
  sealedColumn(examPassword),
  sealedVideoKeys,
  sealedColumn(faceVector),
  sealedColumn(hookSecret),
  sealedColumn(pushSecret),
  sealedColumn(ltiPrivateKey),
]

/** What the second host name of a site serves (docs/decisions/0125). */
export const contentPaths: readonly string[] = packagePaths

/** Whether an address of the API reference was given to a caller who may read it. */
export const isReferenceOpen = isApiDocOpen

/** Must run before the first call: values that are not sealed yet, storage providers and the licence key. */
export async function prepare(app: App): Promise<void> {
  for (const place of sealedPlaces) await place.seal(app, { all: false })
  await openUpload(app)
  app.storage.useAdmission((userId) => isPresent(app, userId))
  await openLicense(app)
}

/** All endpoints of server/src/routes.ts. */
export const served: Served[] = Object.values(routes).flat()

const privateReferences = [privateCourseFiles, privateInvoices, privatePhotos]

export const jobs = (app: App): Job[] => [
  ...captchaJobs(app),
  ...fileJobs(app, privateReferences),
  ...taskJobs(app),
  ...sysJobs(app),
  ...quJobs(app),
  ...notifyJobs(app),
  ...paperJobs(app),
  ...bookJobs(app),
  ...courseJobs(app),
  ...statJobs(app),
  ...certJobs(app),
  ...payJobs(app),
  ...integrateJobs(app),
]

/** Subscriptions of domains to events of lower domains. */
export const subscriptions: ((app: App) => void)[] = [
  notifyOfExams,
  notifyOfCourses,
  followExams,
  followReferences,
  addOwnTotals,
  addPaperFigures,
  addTaskFigures,
  addBackupFigures,
  showEncoder,
  makeBackups,
  syncDirectory,
  countBattles,
  countGrants,
  awardActivity,
  rewardCourses,
  courseFileTasks,
  courseOfficeTasks,
  playPackages,
  restoreQuestions,
  restWhileExams,
  sayWhatIsHandedIn,
  sellCourses,
  sellExams,
  sellRepos,
  guardLearning,
  keepCertFiles,
  liveReplays,
  tellOtherSystems,
]

/** Files of earlier versions that must not be public are made private once after the start. */
function startProtection(app: App) {
  Promise.all([protectUploads(app, privateReferences), hideOldPictures(app)]).catch((error: unknown) =>
    app.log.warn({ err: error }, 'files of earlier versions could not be made private'),
  )
}

/** Background work that starts with the server and stops with it. */
export const backgroundTasks: ((app: App) => void)[] = [
  startSweeper,
  startFixes,
  startNodeNotes,
  startTasks,
  startProtection,
  startRollUp,
  startBattleSweeper,
  startActivitySweeper,
  startLiveSweeper,
  startRtmp,
]

export const socketRoutes: ((http: FastifyInstance, app: App) => void)[] = [
  examSocket,
  watchSocket,
  userSocket,
  readSocket,
  playlistPage,
  packageFiles,
  paySocket,
  battleSocket,
  piecesPage(gate),
  liveSocket,
  castPage,
  livePlayPage,
  thirdLocalPage,
  faceTrackFiles,
  manifestPage,
]
