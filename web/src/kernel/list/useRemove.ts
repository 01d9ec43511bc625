// Removal from a list: a question that names the things and says what stands against it, then the call, then the notice.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { useConfirm } from '../piece/confirm.tsx'
import { type PlainText, t } from '../i18n.ts'
import { call } from '../call/api.ts'
import { useCommand } from '../call/query.ts'
import { notify } from '../notify.ts'
import { requireSelection } from './BatchBar.tsx'

const UNDO_SECONDS = 10

/** `phrase` has to be typed before several rows are removed */
type Wordings = {
  ask?: PlainText
  done?: PlainText
  phrase?: PlainText
  /** takes the removal back; offered in the notice */
  undo?: (ids: string[]) => unknown
}
/** What is removed: its name, and how much goes with it (403 题, 27 人). */
export type Named = { name: string; effect?: string | undefined }

/**
 * `endpoint` takes `{ids}`; `refresh` lists the endpoints that change. The wordings differ by page (decisions.md 8.4). Where the endpoint is
 * rehearsable, the dialog says beforehand why it would be refused; a refusal afterwards stays in the dialog.
 * @returns a function of one id or several with the names of the things; resolves with true after the removal
 */
export function useRemove(endpoint: Endpoint, refresh: Endpoint[] = [], wordings: Wordings = {}) {
  const { ask = '确实要删除吗?', done = '删除成功!', phrase, undo } = wordings
  const confirm = useConfirm()
  const command = useCommand(endpoint, { quiet: true, refresh })
  return async (ids: string | string[], things: Named | readonly Named[] = []): Promise<boolean> => {
    const list = typeof ids === 'string' ? [ids] : ids
    if (!requireSelection(list)) return false
    const typed = phrase !== undefined && typeof ids !== 'string' ? { phrase: t(phrase) } : {}
    const many = typeof ids === 'string' ? {} : { count: list.length }
    const check = endpoint.rehearsable ? { check: () => call(endpoint, { ids: list }, { quiet: true, rehearsal: true }) } : {}
    const question = { content: t(ask), danger: true, named: [things].flat(), keepsRefusal: true, ...check, ...many, ...typed }
    const isDone = await confirm(question, () => command.mutateAsync({ ids: list }))
    if (isDone) notify.success(t(done), undo ? UNDO_SECONDS : undefined, undo && { text: t('撤销'), run: () => undo(list) })
    return isDone
  }
}
