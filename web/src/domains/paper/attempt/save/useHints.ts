// Receives hints by the exam's socket and pushes with the time left: messages are shown, other hints make the page ask for the state.
// Nothing depends on the socket.
import { examChannel, type ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { useEffect, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { openChannel } from '../../../../shared/page/open-channel.ts'
import type { PaperSession } from './paper-session.ts'
import type { Detail } from './paper-session-view.ts'

/** The text of a hint that is shown: a message, or the reason of extra time. A forced close is shown by its banner. */
function messageOf({ type, message = '', leftMs }: ExamHint): string {
  if (type === 'unlocked') return t('监考员已允许在其他设备上继续本场考试')
  return type === 'msg' || (type === 'time' && leftMs === undefined) ? message : ''
}

export type RoomMessage = { seq: number; text: string }

/** @returns the messages that were not closed, the newest first, and a function that closes one */
export function useHints(paperSession: PaperSession, userId: string, { id, examId }: Pick<Detail, 'id' | 'examId'>) {
  const [messages, setMessages] = useState<readonly RoomMessage[]>([])
  useEffect(
    () =>
      paperSession.pushes.onMessage((hint) => {
        const text = messageOf(hint)
        if (text !== '') setMessages((before) => [{ seq: hint.seq, text }, ...before])
      }),
    [paperSession],
  )
  useEffect(
    () =>
      openChannel(
        examChannel,
        { userId, examId, platform: 'web' },
        {
          onMessage: (hint, reply) => {
            if (hint.paperId !== id) return
            paperSession.hint(hint)
            // a page without the write lock acknowledges nothing, because the page that has it must receive the push
            if (paperSession.view.phase === 'open') reply(hint.seq)
          },
        },
      ),
    [paperSession, userId, id, examId],
  )
  const close = (seq: number) => setMessages((before) => before.filter((one) => one.seq !== seq))
  return { messages, close }
}
