// The layout of learners' pages, fetched beside the routes where the first page has it.
import { matchPath } from 'react-router'
import { learnerRoutes } from '../routes/learnerRoutes.ts'
import { ready } from '../../kernel/piece/ready.tsx'

export const learnerLayout = ready(async () => ({ default: (await import('./LearnerLayout.tsx')).LearnerLayout }))

/** Paths of pages without a layout. */
const bare = learnerRoutes.flatMap((route) => (route.bare ? [route.path] : []))

/** Whether the page at this path is inside the learners' layout. */
export const hasLearnerLayout = (pathname: string) =>
  pathname.startsWith('/web/') && !bare.some((path) => matchPath(path, pathname) !== null)
