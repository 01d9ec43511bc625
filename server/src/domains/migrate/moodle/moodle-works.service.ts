// Assignments of a backup, with what its users have handed in.
import type { OldSite } from '../old-site.format.ts'
import type { Backup } from '../read/mbz.service.ts'
import type { BackupFile } from './backup-files.format.ts'
import { rootOf } from './backup-xml.format.ts'
import type { Activity } from './moodle-course.format.ts'
import { handsOf } from './moodle-hand.format.ts'
import { workOf } from './moodle-work.format.ts'

type Given = {
  backup: Backup
  activities: readonly Activity[]
  files: readonly BackupFile[]
  courseId: string
  addressOf: (file: BackupFile) => string
}

/** @returns when each assignment opens, by its module */
export async function addWorks(
  site: OldSite,
  { backup, activities, files, courseId, addressOf }: Given,
): Promise<Map<string, Date | null>> {
  const opens = new Map<string, Date | null>()
  const users = new Set(site.users.map((one) => one.id))
  const read = async (moduleId: string, name: string, root: string) =>
    rootOf(await backup.text(`activities/assign_${moduleId}/${name}`), root)
  for (const { kind, node, title, moduleId } of activities) {
    if (kind !== 'assign') continue
    const gradebook = await read(moduleId, 'grades.xml', 'activity_gradebook')
    const grading = await read(moduleId, 'grading.xml', 'areas')
    const { work, openTime } = workOf({ node, title, gradebook, grading, files, addressOf })
    opens.set(work.id, openTime)
    site.works.push(work)
    if (users.size === 0) continue
    const { hands, learns, left, notes } = handsOf({ node, work, courseId, files, addressOf, users })
    site.hands.push(...hands)
    site.learns.push(...learns)
    site.left.push(...left)
    site.notes.push(...notes)
  }
  return opens
}
