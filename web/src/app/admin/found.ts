// Where an object that was found is opened: the first page of its kind that the caller's menus have.
import type { FoundKind } from '@shuyuan/contract/stat/find.ts'
import type { PageRoute } from '../routes/menu.ts'

type Found = { id: string; account?: string | undefined }

const pages: Record<FoundKind, [component: string, address: (path: string, one: Found) => string][]> = {
  exam: [['stat/admin/ExamViewPage', withId]],
  user: [['sys/admin/UserListPage', (path, { account = '' }) => `${path}?userName=${encodeURIComponent(account)}`]],
  course: [['course/admin/CourseViewPage', withId]],
  qu: [['qu/admin/QuEditPage', withId]],
  repo: [['qu/admin/QuListPage', (path, { id }) => `${path}?repoId=${id}`]],
  tmpl: [['tmpl/admin/TmplEditPage', withId]],
}

function withId(path: string, { id }: Found): string {
  return path.replace(':id', id)
}

/** @returns undefined where the caller may open no page of the kind */
export function addressOf(routes: readonly PageRoute[], kind: FoundKind, one: Found): string | undefined {
  for (const [component, address] of pages[kind]) {
    const route = routes.find((page) => page.component === component && (address !== withId || page.path.includes(':id')))
    if (route) return address(route.path, one)
  }
  return undefined
}
