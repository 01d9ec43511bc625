// What the present page is about, e.g. the name of an exam: shown in the title of the window, the tab and the breadcrumb.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { store } from '../../kernel/state/store.ts'

type Subject = { path: string; name: string }

const subject = store<Subject | undefined>(undefined)

/** Names what the page is about. @param name empty while it is loading */
export function usePageSubject(name: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!name) return
    subject.set({ path: pathname, name })
    return () => {
      if (subject.get()?.path === pathname) subject.set(undefined)
    }
  }, [pathname, name])
}

/** Title of the entity shown at this path. */
export function useSubjectOf(path: string): string {
  const present = subject.use()
  return present?.path === path ? present.name : ''
}

/** State of a navigation that ends the page it leaves: its tab is closed. */
export const leaving = { state: { isLeaving: true } } as const
export const isLeaving = (state: unknown): boolean => (state as { isLeaving?: boolean } | null)?.isLeaving === true
