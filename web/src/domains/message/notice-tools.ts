// Slots of the list of notices for what the assistant does: a draft in the form of a new one, questions of one. Filled in by web/src/app/compose.ts.
import type { ComponentType, ReactNode } from 'react'
import { store } from '../../kernel/state/store.ts'

export type DraftProps = { onDraft: (draft: { title: string; content: string }) => void }

/** Makes questions of a notice. */
export type MakeFromNoticeProps = { source: { noticeId: string }; title: string; onClose: () => void }

type NoticeTools = {
  NoticeDraft: ComponentType<DraftProps> | undefined
  /** tells its children whether the caller can make questions here */
  WithMakes: ComponentType<{ children: (makes: boolean) => ReactNode }> | undefined
  MakeFrom: ComponentType<MakeFromNoticeProps> | undefined
}

export const noticeTools = store<NoticeTools>({ NoticeDraft: undefined, WithMakes: undefined, MakeFrom: undefined })
