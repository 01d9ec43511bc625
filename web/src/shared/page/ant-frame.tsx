// Slot for the frame of Ant Design, around a part that is loaded later on a page without it; filled in by web/src/app/frame/SignedInRoutes.tsx.
import type { ComponentType, ReactNode } from 'react'
import { store } from '../../kernel/state/store.ts'

type Framed = { children?: ReactNode }
const Bare = ({ children }: Framed) => children

export const antFrame = store<{ Frame: ComponentType<Framed> }>({ Frame: Bare })

/** Suspends while the frame is loaded. */
export function InAnt({ children }: Framed) {
  const { Frame } = antFrame.use()
  return <Frame>{children}</Frame>
}
