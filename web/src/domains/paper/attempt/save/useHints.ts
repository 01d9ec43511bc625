// Hints of the exam's socket, and what the server has told otherwise: messages are shown, everything else makes the page ask what is true.
// Without a socket nothing is lost.
import { examChannel, type ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { App } from 'antd'
import { useEffect } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { openChannel } from '../../../../shared/open-channel.ts'
import type { Sitting } from './sitting.ts'
import type { Detail } from './sitting-view.ts'

/** The words of a hint that somebody must read: a message, or why there is more time. A forced hand-in speaks through its banner. */
function wordsOf({ type, message = '', leftMs }: ExamHint): string {
  if (type === 'unlocked') return t('监考员已允许在其他设备上继续本场考试')
  return type === 'msg' || (type === 'time' && leftMs === undefined) ? message : ''
}

export function useHints(sitting: Sitting, userId: string, { id, examId }: Pick<Detail, 'id' | 'examId'>) {
  const { notification } = App.useApp()
  useEffect(
    () =>
      sitting.pushes.onTold((hint) => {
        const words = wordsOf(hint)
        if (words !== '') notification.warning({ key: `push-${hint.seq}`, title: t('管理员提醒'), description: words, duration: 0 })
      }),
    [sitting, notification],
  )
  useEffect(
    () =>
      openChannel(
        examChannel,
        { userId, examId, platform: 'web' },
        {
          onMessage: (hint, reply) => {
            if (hint.paperId !== id) return
            sitting.hint(hint)
            // a page that lost the pen confirms nothing: the one that has it must hear of it, too
            if (sitting.view.phase === 'open') reply(hint.seq)
          },
        },
      ),
    [sitting, userId, id, examId],
  )
}
