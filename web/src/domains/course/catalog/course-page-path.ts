// The address of a course's page in the back office.
import { can } from '../../../kernel/access/permission.ts'

/** The tabs of the page that other pages lead to. */
export type CoursePart = 'files' | 'people' | 'stat' | 'talk' | 'orders' | 'rates' | 'history'

/** @param part the tab that is opened; without the right to list courses, its statistics have a page of their own */
export function coursePagePath(id: string, part?: CoursePart): string {
  if (part === 'stat' && !can(['course:list'])) return `/admin/course/stat/${id}`
  return `/admin/course/view/${id}${part === undefined ? '' : `?view=${part}`}`
}
