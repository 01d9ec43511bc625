// A link to a chapter, which the reader opens in its place; with Ctrl, ⌘ or Shift the browser opens it as usual.
import type { ReactNode } from 'react'

type ChapterLinkProps = { id: string; onPick: (id: string) => void; current?: boolean; children: ReactNode }

export function ChapterLink({ id, onPick, current = false, children }: ChapterLinkProps) {
  return (
    <a
      href={`/help/${id}`}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onPick(id)
      }}
    >
      {children}
    </a>
  )
}
