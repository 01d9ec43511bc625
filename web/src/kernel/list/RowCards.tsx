// A list on a phone: each row is a card.
import { Card, Checkbox, Flex, Radio } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import type { Column } from './columns.tsx'
import type { Selection } from './useSelection.ts'
import styles from './list.module.css'

type RowCardsProps<R> = {
  rows: readonly R[]
  keyOf: (row: R) => string
  columns: Column<R>[]
  actions?: ((row: R) => ReactNode) | undefined
  selection?: Selection<R> | undefined
  expand?: ((row: R) => ReactNode) | undefined
}

/** The first column is the heading, the others are lines with their titles. */
export function RowCards<R>({ rows, keyOf, columns, actions, selection, expand }: RowCardsProps<R>) {
  const [head, ...lines] = columns
  return (
    <ul className={styles.listCards}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <Card size="small">
            <Flex gap="small" align="center" className={styles.listCardHead}>
              {selection && <Mark selection={selection} row={row} />}
              <div>{head?.cell(row)}</div>
            </Flex>
            <dl>
              {lines.map((column) => (
                <div key={column.name}>
                  <dt>{column.title}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
            {expand?.(row)}
            {actions && (
              <Flex wrap gap="middle" className={styles.listActions}>
                {actions(row)}
              </Flex>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Mark<R>({ selection, row }: { selection: Selection<R>; row: R }) {
  const shared = { checked: selection.has(row), disabled: selection.disabled(row), 'aria-label': t('选择') }
  return selection.single ? (
    <Radio {...shared} onChange={() => selection.toggle(row)} />
  ) : (
    <Checkbox {...shared} onChange={() => selection.toggle(row)} />
  )
}
