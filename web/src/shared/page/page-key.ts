// Menu keys of pages, such as exam/admin/ExamListPage. Keys are stored in the database, so only area and name count: a page may move to another room.
import { store } from '../../kernel/state/store.ts'

/** `admin/ExamListPage` of `exam/admin/ExamListPage` or of a file's path without its ending. */
export const pageName = (key: string): string => key.split('/').slice(-2).join('/')

/** The key that is offered for a file of web/src/domains: its domain, area and name, without the room. */
export const canonicalKey = (path: string): string => `${path.split('/', 1)[0]}/${pageName(path)}`

/** The menu keys of the back office's pages, and whether a key names a page of either area. Set by web/src/app. */
export const backOfficePages = store<{ keys: readonly string[]; has: (key: string) => boolean }>({ keys: [], has: () => true })
