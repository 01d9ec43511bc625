// Removal from a list: confirmation, call, notice.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { useConfirm } from '../confirm.tsx'
import { type PlainText, t } from '../i18n.ts'
import { useCommand } from '../call/query.ts'
import { requireSelection } from './BatchBar.tsx'

/** `phrase` has to be typed before several rows are removed */
type Wordings = { ask?: PlainText; done?: PlainText; phrase?: PlainText }

/**
 * `endpoint` takes `{ids}`; `refresh` lists the endpoints that change. The wordings differ by page (decisions.md 8.4).
 * @returns a function of one id or several; resolves with true after the removal
 */
export function useRemove(endpoint: Endpoint, refresh: Endpoint[] = [], wordings: Wordings = {}) {
  const { ask = '确实要删除吗?', done = '删除成功!', phrase } = wordings
  const confirm = useConfirm()
  const command = useCommand(endpoint, { done: t(done), refresh })
  return async (ids: string | string[]): Promise<boolean> => {
    const list = typeof ids === 'string' ? [ids] : ids
    if (!requireSelection(list)) return false
    const typed = phrase !== undefined && typeof ids !== 'string' ? { phrase: t(phrase) } : {}
    const many = typeof ids === 'string' ? {} : { count: list.length }
    return confirm({ content: t(ask), danger: true, ...many, ...typed }, () => command.mutateAsync({ ids: list }))
  }
}
