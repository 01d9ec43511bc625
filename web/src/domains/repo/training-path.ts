// Addresses of the training pages of a question bank.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { train } from '@shuyuan/contract/train/train.ts'

type Mode = Data<typeof train.detail>['mode']

/** The scope of mode 6: a chapter, an exam, both, or the whole bank. */
export const wrongScope = ({ chapterId, examId }: { chapterId?: string; examId?: string }) =>
  `${chapterId ? `c${chapterId}` : ''}${examId ? `e${examId}` : ''}`

/** The address of a training; `scope` is the chapter of mode 3, the type of mode 4 or `wrongScope` of mode 6. */
export const trainingPath = (repoId: string, mode: Mode, scope = '', clear = false) => {
  const query = new URLSearchParams({ ...(scope === '' ? {} : { scope }), ...(clear ? { clear: '1' } : {}) }).toString()
  return `/web/repo/training/${repoId}/${mode}${query === '' ? '' : `?${query}`}`
}
