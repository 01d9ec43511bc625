// Actions on the selected rows; shown only with a selection, or always, and with at least one permitted action (learner.md §9, admin.md §5).
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { tagsOf } from '../access/Can.tsx'
import { useConfirm } from '../piece/confirm.tsx'
import { t } from '../i18n.ts'
import { notify } from '../notify.ts'
import { can } from '../access/permission.ts'
import type { BatchAction } from './list-types.ts'
import styles from './list.module.css'

/** @returns true where a row is selected; else shows 请至少选择一条数据！ */
export function requireSelection(ids: readonly unknown[]): boolean {
  if (ids.length > 0) return true
  notify.warning(t('请至少选择一条数据！'))
  return false
}

/** The actions that the signed-in user may run. */
export const permitted = <R,>(actions: readonly BatchAction<R>[]) =>
  actions.filter((one) => can(one.permit === undefined ? [] : tagsOf(one.permit)))

type BatchBarProps<R> = {
  actions: BatchAction<R>[]
  ids: string[]
  rows: R[]
  clear: () => void
  /** shown without a selection, too */
  always: boolean
  /** selects the rows of all pages; undefined where the page shows them all, or where they are too many */
  all?: { count: number; select: () => Promise<void> } | undefined
}

export function BatchBar<R>({ actions, ids, rows, clear, always, all }: BatchBarProps<R>) {
  const confirm = useConfirm()
  const [running, setRunning] = useState<string>()
  const [selecting, setSelecting] = useState(false)
  const selectAll = async () => {
    setSelecting(true)
    // a refusal has been shown; the selection stays
    await all?.select().catch(() => undefined)
    setSelecting(false)
  }
  const run = async (action: BatchAction<R>) => {
    if (!requireSelection(ids)) return
    const question = action.confirm && { content: t(action.confirm), count: ids.length, danger: action.danger ?? false }
    if (question && !(await confirm(question))) return
    setRunning(action.label)
    try {
      if ((await action.onRun(ids, rows)) !== false) clear()
    } catch {
      // `call` has shown the refusal; the selection stays for another try
    } finally {
      setRunning(undefined)
    }
  }
  const allowed = permitted(actions)
  const isIdle = ids.length === 0
  if ((isIdle && !always) || allowed.length === 0) return null
  return (
    <Flex wrap gap="small" align="center" component="section" className={styles.listBatch} aria-label={t('批量操作')}>
      <span aria-live="polite">{isIdle ? t('勾选后可以批量操作') : t('已选{{n}}项', { n: ids.length })}</span>
      {allowed.map((action) => (
        <Button
          key={action.label}
          size="small"
          danger={!isIdle && (action.danger ?? false)}
          loading={running === action.label}
          disabled={isIdle || (running !== undefined && running !== action.label)}
          onClick={() => void run(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      {all && all.count > ids.length && (
        <Button size="small" type="link" loading={selecting} onClick={() => void selectAll()}>
          {t('全选 {{n}} 条', { n: all.count })}
        </Button>
      )}
      {!isIdle && (
        <Button size="small" type="link" onClick={clear}>
          {t('取消选择')}
        </Button>
      )}
    </Flex>
  )
}
