// A search whose results are dragged into the stages, by the mouse or the keyboard.
import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { HolderOutlined } from '@ant-design/icons'
import { type PathItemKind, pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { newId } from './board.ts'
import { offeredKinds, useFoundItems } from './find-items.ts'
import type { EditedItem } from './new-stage.ts'
import styles from './stages.module.css'

const MOST_SHOWN = 12

/** `taken`: keys of what stands in the path already */
export function Shelf({ taken }: { taken: ReadonlySet<string> }) {
  const offered = offeredKinds()
  const [kind, setKind] = useState<PathItemKind>(offered[0]?.value ?? 'course')
  const [word, setWord] = useState('')
  const { items, busy } = useFoundItems({ kind, word, enabled: true, taken })
  return (
    <section className={styles.shelf} aria-label={t('搜索内容')} aria-busy={busy}>
      <div className={styles.picker}>
        <Select aria-label={t('要搜索的类型')} value={kind} options={offered} onChange={setKind} />
        <Input
          aria-label={t('要搜索的名称')}
          placeholder={t('搜索名称，把结果拖到阶段里')}
          allowClear
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
      </div>
      {items.length === 0 && !busy && <p className={styles.dim}>{t('没有找到可以添加的内容')}</p>}
      <ul className={styles.results} aria-label={t('搜到的内容')}>
        {items.slice(0, MOST_SHOWN).map((item) => (
          <Result key={newId(item)} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Result({ item }: { item: EditedItem }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({
    id: newId(item),
    data: { item },
  })
  const { kind, title } = item
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform) }}
      className={classes(styles.result, isDragging && styles.moving)}
    >
      <button
        type="button"
        className={styles.handle}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('拖入“{{title}}”', { title })}
      >
        <HolderOutlined aria-hidden />
      </button>
      <Tag className={styles.mark}>{tLabel(pathItemKind[kind])}</Tag>
      <span className={styles.title}>{title}</span>
    </li>
  )
}
