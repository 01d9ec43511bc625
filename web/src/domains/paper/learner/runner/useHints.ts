// Hints of the exam's socket: messages are shown, everything else makes the page ask what is true. Without a socket nothing is lost.
import { ExamHint, socket } from '@shuyuan/contract/socket/socket.ts'
import { App } from 'antd'
import { useEffect } from 'react'
import { call } from '../../../../kernel/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { openSocket } from '../../../../kernel/socket.ts'
import type { Detail, Sitting } from './sitting.ts'

/** @returns the hint in a socket's message; undefined for anything else */
function readHint(text: string): ExamHint | undefined {
  try {
    return ExamHint.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function useHints(sitting: Sitting, userId: string, { id, examId }: Pick<Detail, 'id' | 'examId'>) {
  const { notification } = App.useApp()
  useEffect(() => {
    const onMessage = (text: string) => {
      const hint = readHint(text)
      if (!hint || (hint.paperId !== undefined && hint.paperId !== id)) return
      if (hint.type === 'msg') notification.warning({ title: t('管理员提醒'), description: hint.message ?? '', duration: 0 })
      else sitting.hint(hint.type === 'kicked' ? hint.session : undefined)
    }
    return openSocket({
      address: async () => {
        const { ticket } = await call(socket.ticket, {}, { quiet: true, noRetry: true })
        return `/api/socket/exam/${userId}/${examId}/web?token=${encodeURIComponent(ticket)}`
      },
      onMessage,
    })
  }, [sitting, userId, id, examId, notification])
}
