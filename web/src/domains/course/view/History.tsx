// What was done to a course, by whom and when.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseHistory } from '@shuyuan/contract/course/view/view.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fieldInfo } from '../../../kernel/form/schema.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { cellText } from '../../../kernel/list/columns.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import styles from './course-page.module.css'

type Row = RowOf<typeof courseHistory.paging>
const shape = course.save.input.shape as Record<string, z.ZodType>
/** Longer texts are only said to have changed. */
const LONG = 40
const NAMED = 3

/** The first names, and how many more there are. */
const named = (names: readonly string[]) =>
  names.slice(0, NAMED).join('、') + (names.length > NAMED ? t('等 {{n}} 项', { n: names.length }) : '')

function Changes({ row: { before, after, about } }: { row: Row }) {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const lines = Object.keys(fresh).map((field) => {
    const info = fieldInfo(shape[field]!)
    const [was, is] = [cellText(info, old[field]), cellText(info, fresh[field])]
    const isShort = was.length <= LONG && is.length <= LONG && !/^[[{<]/.test(is)
    return { field, label: tLabel(info.title), text: isShort ? `${was} → ${is}` : t('已修改') }
  })
  if (lines.length === 0) return about.length === 0 ? '—' : named(about)
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

export const History = ({ courseId }: { courseId: string }) => (
  <ListPage
    of={courseHistory.paging}
    fixedParams={{ courseId }}
    columns={[
      { name: 'createTime', seconds: true, width: 180, sortable: true },
      { name: 'realName', width: 160, render: (row) => (row.apiToken === '' ? row.realName : `${row.realName} · ${row.apiToken}`) },
      { name: 'title', width: 180, render: (row) => (row.added ? t('新建课程') : tLabel(row.title)) },
      { id: 'changes', title: '修改内容', main: true, render: (row) => <Changes row={row} /> },
    ]}
    empty={{ text: t('还没有关于这门课程的操作记录') }}
  />
)
