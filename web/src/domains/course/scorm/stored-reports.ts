// Reports of packages that the server has not confirmed, stored in the browser until it has.
import { ScormReport } from '@shuyuan/contract/course/scorm/scorm.ts'
import * as z from '@shuyuan/contract/kernel/z.ts'

const Unsent = ScormReport.extend({ track: z.string() })
export type UnsentReport = z.infer<typeof Unsent>
/** Reads what a frame sent; undefined for anything else. */
export const reportOf = (data: unknown): UnsentReport | undefined => Unsent.safeParse(data).data

export type StoredReports = { read: () => UnsentReport[]; write: (reports: UnsentReport[]) => void }

/** Of one user, course and file: the newest of each part. */
export function storedReports(userId: string, courseId: string, fileId: string): StoredReports {
  const key = `scorm:${userId}:${courseId}:${fileId}`
  return {
    read() {
      try {
        return z.array(Unsent).parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
      } catch {
        return []
      }
    },
    write(reports) {
      try {
        if (reports.length > 0) localStorage.setItem(key, JSON.stringify(reports))
        else localStorage.removeItem(key)
      } catch {
        // no room: the report is still sent
      }
    },
  }
}
