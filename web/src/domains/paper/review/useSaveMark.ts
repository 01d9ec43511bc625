// Saves one mark, and reports when another marker saved first.
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { useState } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'

export type StoredMark = { score: number; comment: string; mine: boolean; mayReplace: boolean }
export type Conflict = { version: number; stored: StoredMark }
type Mark = { score: number; comment: string; lines: string[] }

export function useSaveMark(task: { taskId: string; version: number }, onDone: () => void) {
  const [conflict, setConflict] = useState<Conflict>()
  const command = useCommand(review.save, { quiet: true, refresh: [review.queue, review.paging, review.progress] })
  const save = (mark: Mark, version = task.version) =>
    command.mutate(
      { taskId: task.taskId, version, ...mark },
      {
        onSuccess: ({ finished }) => {
          setConflict(undefined)
          if (finished) notify.success(t('这份答卷已全部评完，成绩已生成'))
          onDone()
        },
        onError: (error) => {
          const found = conflictOf(error)
          if (found) setConflict(found)
          else notify.error(error.message)
        },
      },
    )
  return { save, conflict, setConflict, isSaving: command.isPending }
}

function conflictOf(error: CallFailure): Conflict | undefined {
  const data = error.data as Partial<Conflict> | null
  return error.reason === 'conflict' && data?.stored && data.version !== undefined
    ? { version: data.version, stored: data.stored }
    : undefined
}
