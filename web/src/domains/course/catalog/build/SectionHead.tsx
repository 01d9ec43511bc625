// The head of a section in the builder: folded, renamed, filled, moved and removed.
import { DownOutlined, MoreOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { lengthText } from '../../file/file-labels.ts'
import type { Section } from './board.ts'
import { NameField } from './NameField.tsx'
import styles from './build.module.css'

const MOST_TITLE = 100

export type SectionActs = {
  onFold: (key: string) => void
  onRename: (key: string, title: string) => void
  onNamed: () => void
  onMove: (key: string, by: -1 | 1) => void
  onRemove: (key: string, withFiles: boolean) => void
  addItems: (key: string) => NonNullable<MenuProps['items']>
}

type SectionHeadProps = {
  section: Section
  handle: ReactNode
  number: number
  last: boolean
  count: number
  /** seconds of all files of known length */
  length: number
  folded: boolean
  /** just added: its name is open */
  naming: boolean
  acts: SectionActs
}

/** Files of the first section stand before all sections then. */
function removeText(count: number, number: number): string {
  if (count === 0) return t('删除章节')
  return number === 1 ? t('删除章节，保留课件') : t('删除章节，课件归入上一章')
}

export function SectionHead({ section: { key, title }, handle, number, last, count, length, folded, naming, acts }: SectionHeadProps) {
  const shown = title === '' ? t('（没有标题）') : title
  const more: NonNullable<MenuProps['items']> = [
    { key: 'up', label: t('上移'), disabled: number === 1, onClick: () => acts.onMove(key, -1) },
    { key: 'down', label: t('下移'), disabled: last, onClick: () => acts.onMove(key, 1) },
    { type: 'divider' },
    { key: 'remove', label: removeText(count, number), onClick: () => acts.onRemove(key, false) },
    ...(count > 0 ? [{ key: 'all', danger: true, label: t('删除章节，移出其中的课件'), onClick: () => acts.onRemove(key, true) }] : []),
  ]
  return (
    <>
      {handle}
      <button
        type="button"
        className={styles.icon}
        aria-expanded={!folded}
        aria-label={folded ? t('展开“{{title}}”', { title: shown }) : t('收起“{{title}}”', { title: shown })}
        onClick={() => acts.onFold(key)}
      >
        {folded ? <RightOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </button>
      <h3 className={styles.sectionTitle}>
        <NameField
          value={title}
          label={t('第{{n}}个章节的名称', { n: number })}
          max={MOST_TITLE}
          isOpen={naming}
          onChange={(next) => acts.onRename(key, next)}
          onClose={acts.onNamed}
        />
      </h3>
      <small className={styles.facts}>{[t('{{n}} 个课件', { n: count }), ...(length > 0 ? [lengthText(length)] : [])].join(' · ')}</small>
      <Dropdown trigger={['click']} menu={{ items: acts.addItems(key) }}>
        <Button size="small" type="text" icon={<PlusOutlined />} aria-label={t('向“{{title}}”添加课件', { title: shown })} />
      </Dropdown>
      <Dropdown trigger={['click']} menu={{ items: more }}>
        <Button size="small" type="text" icon={<MoreOutlined />} aria-label={t('章节“{{title}}”的操作', { title: shown })} />
      </Dropdown>
    </>
  )
}
