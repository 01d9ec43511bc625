// Starts courses: tasks of media files, sales, rewards, notifications, packages.
import type { Domain } from '../../kernel/domain.ts'
import { privateReferencesOf } from '../common/protect.service.ts'
import { sellCourses } from './catalog/buy.service.ts'
import { restoreItems } from './catalog/item-bin.service.ts'
import { notifyOfCourses } from './catalog/notify.service.ts'
import { rewardCourses } from './catalog/reward.service.ts'
import { courseJobs } from './course.jobs.ts'
import { guardLearning } from './face/face.service.ts'
import { restoreFiles } from './file/file.service.ts'
import { courseFileTasks } from './file/media-task.service.ts'
import { courseOfficeTasks } from './file/office-task.service.ts'
import { privateCourseFiles } from './file/private-files.service.ts'
import { readSocket } from './learn/read.socket.ts'
import { captionPage } from './media/caption.page.ts'
import { showEncoder } from './media/media-settings.service.ts'
import { playlistPage } from './media/playlist.page.ts'
import { sealedVideoKeys } from './media/video-key.service.ts'
import { packageFiles } from './scorm/frame.page.ts'
import { packagePaths } from './scorm/open.service.ts'
import { encloseCalendars } from './room/calendar.service.ts'
import { playPackages } from './scorm/package.service.ts'
import { privateWorkFiles } from './work/work-file.service.ts'
import { workViewTasks } from './work/work-view.service.ts'

export const course: Domain = {
  sealed: [sealedVideoKeys],
  contentPaths: packagePaths,
  start({ app, jobs, pages }) {
    privateReferencesOf(app).push(privateCourseFiles, privateWorkFiles)
    notifyOfCourses(app)
    encloseCalendars(app)
    showEncoder(app)
    rewardCourses(app)
    restoreItems(app)
    restoreFiles(app)
    courseFileTasks(app)
    courseOfficeTasks(app)
    workViewTasks(app)
    playPackages(app)
    sellCourses(app)
    guardLearning(app)
    jobs(...courseJobs(app))
    pages(readSocket, playlistPage, captionPage, packageFiles)
  },
}
