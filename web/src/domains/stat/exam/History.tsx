// What was done to an exam, by whom and when.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { examHistory } from '@shuyuan/contract/stat/exam-history.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fieldInfo } from '../../../kernel/form/schema.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { cellText } from '../../../kernel/list/columns.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import styles from './exam-view.module.css'

type Row = RowOf<typeof examHistory.paging>
const shape = exam.save.input.shape as Record<string, z.ZodType>
/** Longer texts are only said to have changed. */
const LONG = 40

function Changes({ row: { before, after } }: { row: Row }) {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const lines = Object.keys(fresh).map((field) => {
    const info = fieldInfo(shape[field]!)
    const [was, is] = [cellText(info, old[field]), cellText(info, fresh[field])]
    const isShort = was.length <= LONG && is.length <= LONG && !is.startsWith('{')
    return { field, label: tLabel(info.title), text: isShort ? `${was} → ${is}` : t('已修改') }
  })
  if (lines.length === 0) return '—'
  return (
    <ul className={styles.changes}>
      {lines.map(({ field, label, text }) => (
        <li key={field}>
          {label} {text}
        </li>
      ))}
    </ul>
  )
}

const titleOf = (row: Row) => (row.added ? t('新建考试') : tLabel(row.title))

export const History = ({ examId }: { examId: string }) => (
  <ListPage
    of={examHistory.paging}
    fixedParams={{ examId }}
    columns={[
      { name: 'createTime', seconds: true, width: 180, sortable: true },
      { name: 'realName', width: 160, render: (row) => (row.apiToken === '' ? row.realName : `${row.realName} · ${row.apiToken}`) },
      { name: 'title', width: 180, render: titleOf },
      { id: 'changes', title: '修改内容', render: (row) => <Changes row={row} /> },
    ]}
    empty={{ text: t('还没有关于本场考试的操作记录') }}
  />
)
