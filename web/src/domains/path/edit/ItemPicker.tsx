// Finds a course, exam, bank, survey, assignment or lesson in a room by its name and adds it to a stage.
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { offeredKinds, useFoundItems } from './find-items.ts'
import type { EditedItem } from './new-stage.ts'
import styles from './stages.module.css'

type ItemPickerProps = {
  /** names the controls: several stages have one each */
  no: number
  /** keys of what stands in the path already */
  taken: ReadonlySet<string>
  onAdd: (item: EditedItem) => void
}

export function ItemPicker({ no, taken, onAdd }: ItemPickerProps) {
  const offered = offeredKinds()
  const [kind, setKind] = useState<PathItemKind>(offered[0]?.value ?? 'course')
  const [word, setWord] = useState('')
  const [open, setOpen] = useState(false)
  const { items, busy } = useFoundItems({ kind, word, enabled: open, taken })
  const add = (id: string) => {
    const item = items.find((one) => one.refId === id)
    if (item) onAdd(item)
    setWord('')
  }
  return (
    <div className={styles.picker}>
      <Select aria-label={t('第 {{n}} 阶段：类型', { n: no })} value={kind} options={offered} onChange={setKind} />
      <Select<string>
        aria-label={t('第 {{n}} 阶段：添加内容', { n: no })}
        placeholder={t('搜索名称，选中即添加')}
        // the choice becomes a card, and the field is free for the next one
        value={null}
        showSearch={{ filterOption: false, onSearch: setWord }}
        loading={busy}
        options={items.map(({ refId, title }) => ({ value: refId, label: title }))}
        onOpenChange={setOpen}
        onChange={add}
      />
    </div>
  )
}
