// What is moved among the stages: by the mouse, or by the keyboard (space, arrows, space), each place announced.
import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { horizontalListSortingStrategy, SortableContext } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { type Arrow, cardId, dropped, inserted, isTarget, nameOf, nextTarget, placeText, stageId } from './board.ts'
import type { EditedItem, EditedStage } from './new-stage.ts'
import styles from './stages.module.css'

type Stages = readonly EditedStage[]

/** Pixels within which a search result, moved by the keyboard, is at a place. */
const NEAR = 40
const byPointer = { activationConstraint: { distance: 4 } }
const arrows: Record<string, Arrow> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

type Drag = Pick<DragEndEvent, 'active' | 'over'>

/** The search result that is dragged; undefined for what stands on the board. */
const newItemOf = ({ active }: Pick<Drag, 'active'>) => active.data.current?.['item'] as EditedItem | undefined

/** What the pointer is over, else the nearest; for the keyboard what stands where the arrow led. */
const collisions: CollisionDetection = (all) => {
  const args = { ...all, droppableContainers: all.droppableContainers.filter((one) => isTarget(String(all.active.id), String(one.id))) }
  if (all.pointerCoordinates) {
    const within = pointerWithin(args)
    // a search result that is dropped beside the columns stays where it was
    return within.length > 0 || newItemOf(all) ? within : closestCenter(args)
  }
  const distance = (id: string | number) => {
    const rect = args.droppableRects.get(id)
    return rect ? Math.abs(rect.left - all.collisionRect.left) + Math.abs(rect.top - all.collisionRect.top) : Number.POSITIVE_INFINITY
  }
  const near = args.droppableContainers.map(({ id }) => ({ id })).toSorted((one, other) => distance(one.id) - distance(other.id))
  // a search result that was picked up is over nothing yet
  return newItemOf(all) ? near.filter(({ id }) => distance(id) < NEAR) : near
}

const coordinatesIn =
  (stages: Stages): KeyboardCoordinateGetter =>
  (event, { active, context: { over, droppableRects } }) => {
    const arrow = arrows[event.code]
    if (!arrow) return undefined
    event.preventDefault()
    const next = nextTarget(stages, String(active), String(over?.id ?? active), arrow)
    const rect = next === undefined ? undefined : droppableRects.get(next)
    return rect && { x: rect.left, y: rect.top }
  }

function afterDrop(stages: Stages, { active, over }: Drag): Stages {
  const item = newItemOf({ active })
  if (!over) return stages
  return item ? inserted(stages, item, String(over.id)) : dropped(stages, String(active.id), String(over.id))
}

/** Texts for screen readers while something is moved. */
const announcements = (stages: Stages) => {
  const nameIn = (drag: Pick<Drag, 'active'>) => newItemOf(drag)?.title ?? nameOf(stages, String(drag.active.id))
  const place = (drag: Drag) => {
    const after = afterDrop(stages, drag)
    const item = newItemOf(drag)
    return after === stages ? '' : placeText(after, item ? cardId(item) : String(drag.active.id))
  }
  return {
    onDragStart: (drag: Pick<Drag, 'active'>) => t('已拿起“{{title}}”', { title: nameIn(drag) }),
    onDragOver: (drag: Drag) => (place(drag) === '' ? undefined : t('移到{{place}}', { place: place(drag) })),
    onDragEnd: (drag: Drag) => (place(drag) === '' ? t('放回原处') : t('放在{{place}}', { place: place(drag) })),
    onDragCancel: () => t('已取消移动'),
  }
}

type MovingProps = {
  stages: Stages
  onMove: (name: string, stages: Stages) => void
  /** the search above the columns, whose results are dragged into them */
  shelf: ReactNode
  children: ReactNode
}

export function Moving({ stages, onMove, shelf, children }: MovingProps) {
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, { coordinateGetter: coordinatesIn(stages) }))
  const drop = (drag: Drag) => {
    const item = newItemOf(drag)
    const name = item ? t('添加内容') : t('移动“{{title}}”', { title: nameOf(stages, String(drag.active.id)) })
    onMove(name, afterDrop(stages, drag))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      onDragEnd={drop}
      accessibility={{
        announcements: announcements(stages),
        screenReaderInstructions: { draggable: t('按空格键拿起，用方向键移动，再按空格键放下，按 Esc 取消') },
      }}
    >
      {shelf}
      <SortableContext items={stages.map(stageId)} strategy={horizontalListSortingStrategy}>
        <ul className={styles.columns} aria-label={tLabel('学习阶段')}>
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
