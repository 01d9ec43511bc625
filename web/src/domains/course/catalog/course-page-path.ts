// The address of a course's page in the back office.
import { can } from '../../../kernel/access/permission.ts'

/** The tabs of the page that other pages lead to. */
export type CoursePart = 'files' | 'people' | 'stat' | 'talk' | 'orders' | 'rates' | 'history'

/** @param part the tab that is opened; without the right to list courses, its statistics have a page of their own */
export function coursePagePath(id: string, part?: CoursePart): string {
  if (part === 'stat' && !can(['course:list'])) return `/admin/course/stat/${id}`
  return `/admin/course/view/${id}${part === undefined ? '' : `?view=${part}`}`
}

/** The people of a course. @param filters those of their list, by their names in the address */
export const coursePeoplePath = (id: string, filters: Record<string, string>): string =>
  can(['course:list'])
    ? `/admin/course/view/${id}?${new URLSearchParams({ view: 'people', ...filters })}`
    : `/admin/course/stat/${id}?${new URLSearchParams(filters)}`
