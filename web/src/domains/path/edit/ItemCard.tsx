// An activity of a stage as a card: its kind and name, whether it is required, and where it can be moved.
import { pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { InputNumber, Tag } from 'antd'
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu } from '../../../kernel/list/cells.tsx'
import type { EditedItem } from './new-stage.ts'
import styles from './stages.module.css'

const AMOUNT_MAX = 100_000

type ItemCardProps = {
  item: EditedItem
  handle: ReactNode
  /** what moves the card without dragging, and removes it */
  menu: NonNullable<MenuProps['items']>
  onChange: (item: EditedItem) => void
}

export function ItemCard({ item, handle, menu, onChange }: ItemCardProps) {
  const { kind, title, required, amount, gone } = item
  return (
    <>
      <div className={styles.line}>
        {handle}
        <Tag className={styles.mark}>{tLabel(pathItemKind[kind])}</Tag>
        {gone === true && (
          <Tag className={styles.mark} color="warning">
            {t('暂未开放')}
          </Tag>
        )}
        <span className={styles.end}>
          <MoreMenu title={title} items={menu} />
        </span>
      </div>
      <span className={styles.title}>{title}</span>
      <div className={styles.line}>
        <label className={styles.must}>
          <input
            type="checkbox"
            checked={required}
            aria-label={t('“{{title}}”必须完成', { title })}
            onChange={({ target }) => onChange({ ...item, required: target.checked })}
          />
          {tLabel('必须完成')}
        </label>
        {kind === 'repo' && (
          <InputNumber
            aria-label={t('“{{title}}”的练习题数', { title })}
            className={styles.amount}
            size="small"
            min={1}
            max={AMOUNT_MAX}
            precision={0}
            suffix={tLabel('题')}
            value={amount}
            onChange={(next) => onChange({ ...item, amount: next ?? 1 })}
          />
        )}
      </div>
    </>
  )
}
