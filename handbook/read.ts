// The chapters of the handbooks, in their order.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { audiences, type Audience, type Chapter, chapterOf } from './format.ts'

export const handbookRoot = import.meta.dirname
export const titles: Record<Audience, string> = {
  admin: '管理员手册',
  teacher: '教师手册',
  proctor: '监考手册',
  learner: '学员手册',
  operate: '运维手册',
}

/** All chapters by handbook and number; throws for one that is not in the format. */
export function readChapters(): Chapter[] {
  const folder = join(handbookRoot, 'zh')
  const files = globSync('*/*.md', { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  const placeOf = (file: string) => audiences.indexOf(file.split('/', 1)[0] as Audience)
  return files
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b, 'en'))
    .map((file) => chapterOf(file, readFileSync(join(folder, file), 'utf8')))
}
