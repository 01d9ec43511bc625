// Removal of things that go to the recycle bin: the notice offers to take it back.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { bin, type BinKind } from '@shuyuan/contract/operation/bin.ts'
import { useCommand } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { useRemove } from '../../kernel/list/useRemove.ts'

/** `useRemove` with 撤销 in its notice, which restores the things and reads `refresh` again. */
export function useBinRemove(kind: BinKind, endpoint: Endpoint, refresh: Endpoint[]) {
  const undo = useCommand(bin.undo, { done: t('已恢复'), refresh: [...refresh, bin.paging] })
  return useRemove(endpoint, [...refresh, bin.paging], { undo: (ids) => undo.mutate({ kind, ids }) })
}
