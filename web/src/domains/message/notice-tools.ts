// Slot of the form of a new notice for a draft that the assistant writes; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../kernel/state/store.ts'

export type DraftProps = { onDraft: (draft: { title: string; content: string }) => void }

export const noticeTools = store<{ NoticeDraft: ComponentType<DraftProps> | undefined }>({ NoticeDraft: undefined })
