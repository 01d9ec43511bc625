// What is moved among the stages: by the mouse, or by the keyboard (space, arrows, space), each place announced.
import {
  type CollisionDetection,
  closestCenter,
  DndContext,
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
import { type Arrow, dropped, isTarget, nameOf, nextTarget, placeText, stageId } from './board.ts'
import type { EditedStage } from './new-stage.ts'
import styles from './stages.module.css'

type Stages = readonly EditedStage[]

const byPointer = { activationConstraint: { distance: 4 } }
const arrows: Record<string, Arrow> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

/** What the pointer is over, else the nearest; for the keyboard what stands where the arrow led. */
const collisions: CollisionDetection = (all) => {
  const args = { ...all, droppableContainers: all.droppableContainers.filter((one) => isTarget(String(all.active.id), String(one.id))) }
  if (all.pointerCoordinates) {
    const within = pointerWithin(args)
    return within.length > 0 ? within : closestCenter(args)
  }
  const distance = (id: string | number) => {
    const rect = args.droppableRects.get(id)
    return rect ? Math.abs(rect.left - all.collisionRect.left) + Math.abs(rect.top - all.collisionRect.top) : Number.POSITIVE_INFINITY
  }
  return args.droppableContainers.map(({ id }) => ({ id })).toSorted((one, other) => distance(one.id) - distance(other.id))
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

type Drag = { active: { id: string | number }; over: { id: string | number } | null }

/** Texts for screen readers while something is moved. */
const announcements = (stages: Stages) => {
  const place = ({ active, over }: Drag) => (over ? placeText(stages, String(active.id), String(over.id)) : '')
  return {
    onDragStart: ({ active }: Pick<Drag, 'active'>) => t('已拿起“{{title}}”', { title: nameOf(stages, String(active.id)) }),
    onDragOver: (moving: Drag) => (place(moving) === '' ? undefined : t('移到{{place}}', { place: place(moving) })),
    onDragEnd: (moving: Drag) => (place(moving) === '' ? t('放回原处') : t('放在{{place}}', { place: place(moving) })),
    onDragCancel: () => t('已取消移动'),
  }
}

type MovingProps = { stages: Stages; onMove: (name: string, stages: Stages) => void; children: ReactNode }

export function Moving({ stages, onMove, children }: MovingProps) {
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, { coordinateGetter: coordinatesIn(stages) }))
  const drop = ({ active, over }: Drag) => {
    const name = t('移动“{{title}}”', { title: nameOf(stages, String(active.id)) })
    if (over) onMove(name, dropped(stages, String(active.id), String(over.id)))
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
      <SortableContext items={stages.map(stageId)} strategy={horizontalListSortingStrategy}>
        <ul className={styles.columns} aria-label={tLabel('学习阶段')}>
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
