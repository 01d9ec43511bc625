// The questions of an exam on a phone: one card each, because the table would be cut off at the edge.
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { percent } from './Columns.tsx'
import { ItemDetail } from './ItemDetail.tsx'
import { difficultyTag, discriminationTag, index, isSuspicious, type ItemRow } from './item-labels.tsx'
import styles from './exam-stat.module.css'
import { questionTitle } from '../../../shared/question-title.ts'

type ItemCardsProps = { rows: readonly ItemRow[]; onFix?: ((quId: string) => void) | undefined }

export function ItemCards({ rows, onFix }: ItemCardsProps) {
  return (
    <ol className={styles.itemCards}>
      {rows.map((row, at) => (
        <ItemCard key={row.quId} row={row} number={at + 1} onFix={onFix} />
      ))}
    </ol>
  )
}

function ItemCard({ row, number, onFix }: { row: ItemRow; number: number } & Pick<ItemCardsProps, 'onFix'>) {
  const [open, setOpen] = useState(false)
  const hasDetail = row.options.length > 0 || row.subs.length > 0
  const facts = [
    { label: t('难度'), value: index(row.difficulty), tag: difficultyTag(row.difficulty) },
    { label: t('区分度'), value: index(row.discrimination), tag: discriminationTag(row.discrimination) },
    { label: t('题总相关'), value: index(row.correlation), tag: null },
    { label: t('作答人数'), value: row.count, tag: null },
    { label: t('未答率'), value: percent(row.blankRate), tag: null },
    { label: t('平均用时'), value: row.seconds === null ? '—' : t('{{n}} 秒', { n: row.seconds }), tag: null },
  ]
  return (
    <li>
      <p className={styles.itemTitle}>
        {number}. <Tag>{tLabel(quTypeText[row.quType as keyof typeof quTypeText] ?? '')}</Tag>
        {row.voided && <Tag color="warning">{t('已作废')}</Tag>}
        {row.rekeyed && <Tag color="warning">{t('答案改过，各答卷按不同答案判分')}</Tag>}
        {isSuspicious(row) && <Tag color="error">{t('干扰项优于答案')}</Tag>}
        {questionTitle(row.title)}
      </p>
      <dl>
        {facts.map(({ label, value, tag }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.itemIndex}>
              {value} {tag}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.itemActs}>
        {hasDetail && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('收起选项') : t('查看选项')}
          </Button>
        )}
        {onFix && (
          <Button aria-label={t('修正“{{title}}”', { title: row.title })} onClick={() => onFix(row.quId)}>
            {t('修正')}
          </Button>
        )}
      </div>
      {open && <ItemDetail row={row} />}
    </li>
  )
}
