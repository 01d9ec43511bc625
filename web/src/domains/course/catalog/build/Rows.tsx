// The rows of the builder: sections and files in one list, moved by their handles with the mouse or the keyboard (space, arrows, space).
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { HolderOutlined } from '@ant-design/icons'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import type { Board } from './board.ts'
import styles from './build.module.css'

/** A row of the list: the head of a section, or a file. */
export type Row = { id: string; sectionKey: string | null; fileId?: string; title: string }

const headId = (key: string) => `section:${key}`
const itemId = (fileId: string) => `item:${fileId}`

/** The rows of a board in order; files of folded sections are left out. */
export function rowsOf({ sections, items }: Board, folded: ReadonlySet<string>): Row[] {
  const bySection = Map.groupBy(items, (one) => one.sectionKey)
  const itemRows = (key: string | null) =>
    (bySection.get(key) ?? []).map(({ fileId, title }) => ({ id: itemId(fileId), sectionKey: key, fileId, title }))
  return [
    ...itemRows(null),
    ...sections.flatMap(({ key, title }) => [{ id: headId(key), sectionKey: key, title }, ...(folded.has(key) ? [] : itemRows(key))]),
  ]
}

export type Moved = { fileId: string; sectionKey: string | null; before: string | undefined } | { key: string; to: number }

/** What it means that a row was dropped on the place of another one; undefined: nothing moves. */
export function movedTo(rows: readonly Row[], activeId: string, overId: string): Moved | undefined {
  const from = rows.findIndex((one) => one.id === activeId)
  const to = rows.findIndex((one) => one.id === overId)
  const row = rows[from]
  if (!row || to < 0 || from === to) return undefined
  if (row.fileId === undefined) {
    const heads = rows.filter((one) => one.fileId === undefined)
    return { key: row.sectionKey!, to: heads.findIndex((one) => one.id === overId) }
  }
  const order = arrayMove([...rows], from, to)
  const above = order[to - 1]
  const next = order[to + 1]
  return { fileId: row.fileId, sectionKey: above?.sectionKey ?? null, before: next?.fileId }
}

type Moving = { active: { id: string | number }; over: { id: string | number } | null }

/** Texts for screen readers while a row is moved. */
const announcements = (rows: readonly Row[]) => {
  const nameOf = (id: string | number) => rows.find((one) => one.id === String(id))?.title ?? ''
  const place = ({ active, over }: Moving) => {
    const moved = over ? movedTo(rows, String(active.id), String(over.id)) : undefined
    if (!moved) return ''
    if ('key' in moved) return t('第{{n}}个章节', { n: moved.to + 1 })
    const section = rows.find((one) => one.fileId === undefined && one.sectionKey === moved.sectionKey)
    const inside = rows.filter((one) => one.fileId !== undefined && one.sectionKey === moved.sectionKey && one.fileId !== moved.fileId)
    const at = moved.before === undefined ? inside.length : inside.findIndex((one) => one.fileId === moved.before)
    return section ? t('章节“{{title}}”第{{n}}个', { title: section.title, n: at + 1 }) : t('不分章节第{{n}}个', { n: at + 1 })
  }
  return {
    onDragStart: ({ active }: Pick<Moving, 'active'>) => t('已拿起“{{title}}”', { title: nameOf(active.id) }),
    onDragOver: (moving: Moving) => (place(moving) === '' ? undefined : t('移到{{place}}', { place: place(moving) })),
    onDragEnd: (moving: Moving) => (place(moving) === '' ? t('放回原处') : t('放在{{place}}', { place: place(moving) })),
    onDragCancel: () => t('已取消移动'),
  }
}

type RowsProps = {
  rows: readonly Row[]
  onMove: (moved: Moved) => void
  /** the section into which dropped files would come; undefined: none are dragged over the list */
  target: string | null | undefined
  disabled: boolean
  /** the same function while nothing but places change */
  children: (row: Row, handle: ReactNode) => ReactNode
}

// the same objects for each render: others would make the handles of all rows anew
const byPointer = { activationConstraint: { distance: 4 } }
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates }
/** A section moves among sections only, and its files stay where they are until it is dropped. */
const staying = () => null

export function Rows({ rows, onMove, target, disabled, children }: RowsProps) {
  const [lifted, setLifted] = useState<'section' | 'item'>()
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeyboard))
  const ids = useMemo(() => rows.map((one) => one.id), [rows])
  const start = ({ active }: DragStartEvent) => setLifted(String(active.id).startsWith('section:') ? 'section' : 'item')
  const drop = ({ active, over }: DragEndEvent) => {
    setLifted(undefined)
    const moved = over ? movedTo(rows, String(active.id), String(over.id)) : undefined
    if (moved) onMove(moved)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={start}
      onDragEnd={drop}
      onDragCancel={() => setLifted(undefined)}
      accessibility={{
        announcements: announcements(rows),
        screenReaderInstructions: { draggable: t('按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消') },
      }}
    >
      <SortableContext items={ids} strategy={lifted === 'section' ? staying : verticalListSortingStrategy} disabled={disabled}>
        <ul className={styles.rows} aria-label={t('章节和课件')}>
          {rows.map((row) => (
            <SortRow
              key={row.id}
              row={row}
              isStill={disabled}
              isClosed={lifted === 'section' && row.fileId !== undefined}
              isTarget={target !== undefined && row.sectionKey === target}
            >
              {children}
            </SortRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

type SortRowProps = {
  row: Row
  isStill: boolean
  /** nothing can be dropped here */
  isClosed: boolean
  isTarget: boolean
  children: RowsProps['children']
}

function SortRow({ row, isStill, isClosed, isTarget, children }: SortRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, isOver } = useSortable({
    id: row.id,
    disabled: { draggable: isStill, droppable: isStill || isClosed },
  })
  const isHead = row.fileId === undefined
  // the row's content renders anew for its own changes only, not for each movement
  const handle = useMemo(
    () => (
      <button
        type="button"
        className={styles.handle}
        disabled={isStill}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('移动“{{title}}”', { title: row.title })}
      >
        <HolderOutlined aria-hidden />
      </button>
    ),
    [attributes, listeners, setActivatorNodeRef, isStill, row.title],
  )
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition: transition ?? undefined }}
      data-section={row.sectionKey ?? ''}
      className={classes(
        isHead ? styles.head : styles.item,
        isDragging && styles.moving,
        isTarget && styles.target,
        isOver && isHead && !isDragging && styles.over,
      )}
    >
      <Inside row={row} handle={handle} render={children} />
    </li>
  )
}

type InsideProps = { row: Row; handle: ReactNode; render: RowsProps['children'] }

const Inside = memo(({ row, handle, render }: InsideProps) => render(row, handle))
