// Rows that can be reordered: dragged by their handle, or moved with the keyboard (space, arrows, space).
import { HolderOutlined } from '@ant-design/icons'
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import styles from './sortable.module.css'

type SortableProps = {
  /** one for each row, unchanged while the row exists */
  ids: readonly string[]
  /** the row at `from` now stands at `to` */
  onMove: (from: number, to: number) => void
  children: (id: string, index: number, handle: ReactNode) => ReactNode
  disabled?: boolean
  className?: string
  label?: string
}

type Moving = { active: { id: string | number }; over: { id: string | number } | null }

/** Texts for screen readers while a row is moved. */
const announcements = (ids: readonly string[]) => {
  const place = (one: { id: string | number } | null) => ids.indexOf(String(one?.id)) + 1
  return {
    onDragStart: ({ active }: Pick<Moving, 'active'>) => t('已拿起第{{n}}行', { n: place(active) }),
    // a row is first reported as dragged over itself
    onDragOver: ({ active, over }: Moving) => (over && over.id !== active.id ? t('移到第{{n}}行', { n: place(over) }) : undefined),
    onDragEnd: ({ over }: Moving) => t('放在第{{n}}行', { n: place(over) }),
    onDragCancel: () => t('已取消移动'),
  }
}

/** A list whose rows have a handle. */
export function Sortable({ ids, onMove, children, disabled = false, className, label }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id))
    const to = over ? ids.indexOf(String(over.id)) : -1
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcements(ids),
        screenReaderInstructions: { draggable: t('按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消') },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ul className={classes(styles.sortable, className)} data-part="sortable" aria-label={label}>
          {ids.map((id, index) => (
            <SortableRow key={id} id={id} disabled={disabled}>
              {(handle) => children(id, index, handle)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ id, disabled, children }: { id: string; disabled: boolean; children: (handle: ReactNode) => ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  const handle = (
    <Button
      type="text"
      size="small"
      className={styles.sortableHandle}
      data-part="handle"
      disabled={disabled}
      ref={setActivatorNodeRef}
      icon={<HolderOutlined />}
      {...attributes}
      {...listeners}
      aria-label={t('拖动排序')}
    />
  )
  const style = { transform: CSS.Translate.toString(transform), transition: transition ?? undefined }
  return (
    <li ref={setNodeRef} style={style} className={isDragging ? styles.sortableMoving : undefined}>
      {children(handle)}
    </li>
  )
}
