// A column or a card with the handle that moves it.
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { HolderOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from './stages.module.css'

type DraggableProps = { id: string; title: string; as: 'stage' | 'card'; children: (handle: ReactNode) => ReactNode }

export function Draggable({ id, title, as, children }: DraggableProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, isOver, activeIndex } = useSortable({
    id,
  })
  const handle = (
    <button
      type="button"
      className={styles.handle}
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={t('移动“{{title}}”', { title })}
    >
      <HolderOutlined aria-hidden />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition: transition ?? undefined }}
      className={classes(
        as === 'card' ? styles.card : styles.stage,
        isDragging && styles.moving,
        // a card from another column comes before this one
        as === 'card' && isOver && activeIndex < 0 && styles.before,
      )}
    >
      {children(handle)}
    </li>
  )
}
