// Menu keys of pages, such as exam/admin/ExamListPage. A key is data in the database: the area and the page's name decide, so that a page may move.
import { store } from '../kernel/store.ts'

/** `admin/ExamListPage` of `exam/admin/ExamListPage` or of a file's path without its ending. */
export const pageName = (key: string): string => key.split('/').slice(-2).join('/')

/** The key under which a file of web/src/domains is offered: its domain, area and name, without the room. */
export const canonicalKey = (path: string): string => `${path.split('/', 1)[0]}/${pageName(path)}`

/** The back office's pages of this version: their keys, and whether a key names a page of either area. Set by the application's frame. */
export const backOfficePages = store<{ keys: readonly string[]; has: (key: string) => boolean }>({ keys: [], has: () => true })
