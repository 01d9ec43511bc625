// The stages of a path as a board: columns and cards, and what it means that one is dropped on the place of another.
import { MOST_ITEMS } from '@shuyuan/contract/path/stage.ts'
import { t } from '../../../kernel/i18n.ts'
import { type EditedItem, type EditedStage, fitted, itemKey } from './new-stage.ts'

type Stages = readonly EditedStage[]
type Place = { stage: number; at: number }

/** Ids of what is dragged, and of the end of a column, where a card can be dropped as well. */
export const stageId = (stage: EditedStage) => `stage:${stage.id}`
export const cardId = (item: EditedItem) => `card:${itemKey(item)}`
/** Of a search result, which is not on the board yet. */
export const newId = (item: EditedItem) => `new:${itemKey(item)}`
export const endId = (stage: EditedStage) => `end:${stage.id}`
const isStage = (id: string) => id.startsWith('stage:')

/** Whether one can be dropped on the other: stages on stages, cards on cards and ends. */
export const isTarget = (activeId: string, id: string) => isStage(activeId) === isStage(id)

export const stageName = ({ title }: EditedStage, at: number) => (title.trim() === '' ? t('第 {{n}} 阶段', { n: at + 1 }) : title)

function placeOf(stages: Stages, id: string): Place | undefined {
  for (const [stage, one] of stages.entries()) {
    if (endId(one) === id) return { stage, at: one.items.length }
    const at = one.items.findIndex((item) => cardId(item) === id)
    if (at >= 0) return { stage, at }
  }
  return undefined
}

const stageAt = (stages: Stages, id: string) => stages.findIndex((one) => stageId(one) === id)

const moved = <T>(list: readonly T[], from: number, to: number): T[] => list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)

/** Puts a card to a place; in its own stage `at` counts without the card. The same stages where the other one is full. */
function putCard(stages: Stages, from: Place, to: Place): Stages {
  const item = stages[from.stage]?.items[from.at]
  const target = stages[to.stage]
  if (!item || !target) return stages
  if (from.stage === to.stage) {
    const at = Math.min(to.at, target.items.length - 1)
    return at === from.at ? stages : stages.with(to.stage, { ...target, items: moved(target.items, from.at, at) })
  }
  if (target.items.length >= MOST_ITEMS) return stages
  return stages.map((one, at) => {
    if (at === from.stage) return fitted({ ...one, items: one.items.toSpliced(from.at, 1) })
    return at === to.stage ? { ...one, items: one.items.toSpliced(to.at, 0, item) } : one
  })
}

/** The stages after a drop; the same ones where nothing moves. */
export function dropped(stages: Stages, activeId: string, overId: string): Stages {
  if (activeId === overId || !isTarget(activeId, overId)) return stages
  if (isStage(activeId)) {
    const [from, to] = [stageAt(stages, activeId), stageAt(stages, overId)]
    return from < 0 || to < 0 ? stages : moved(stages, from, to)
  }
  const [from, to] = [placeOf(stages, activeId), placeOf(stages, overId)]
  return from && to ? putCard(stages, from, to) : stages
}

/** The stages with a new card at the place of a drop; the same ones where there is no room, or the thing stands in the path already. */
export function inserted(stages: Stages, item: EditedItem, overId: string): Stages {
  const to = placeOf(stages, overId)
  const target = to && stages[to.stage]
  if (!target || target.items.length >= MOST_ITEMS || placeOf(stages, cardId(item))) return stages
  return stages.with(to.stage, { ...target, items: target.items.toSpliced(to.at, 0, item) })
}

/** Moves a card to the end of another stage, or by one place in its own. */
export const movedTo = (stages: Stages, item: EditedItem, stage: number): Stages => {
  const from = placeOf(stages, cardId(item))
  return from ? putCard(stages, from, { stage, at: stages[stage]?.items.length ?? 0 }) : stages
}
export const movedBy = (stages: Stages, item: EditedItem, by: -1 | 1): Stages => {
  const from = placeOf(stages, cardId(item))
  return from && from.at + by >= 0 ? putCard(stages, from, { stage: from.stage, at: from.at + by }) : stages
}
export const stageMovedBy = (stages: Stages, at: number, by: -1 | 1): Stages =>
  stages[at + by] === undefined ? stages : moved(stages, at, at + by)

export type Arrow = 'up' | 'down' | 'left' | 'right'

/** Where an arrow leads from the target under the card or stage: within a column, to the columns beside it, and from its end to the next one. */
export function nextTarget(stages: Stages, activeId: string, overId: string, arrow: Arrow): string | undefined {
  if (isStage(activeId)) {
    const next = stages[stageAt(stages, overId) + (arrow === 'up' || arrow === 'left' ? -1 : 1)]
    return next && stageId(next)
  }
  const from = placeOf(stages, activeId)
  const columns = stages.map((one, at) => [...one.items.map(cardId), ...(at === from?.stage ? [] : [endId(one)])])
  const column = columns.findIndex((one) => one.includes(overId))
  const row = columns[column]?.indexOf(overId) ?? -1
  // a search result begins outside of the columns
  if (column < 0) return columns[0]?.[0]
  if (arrow === 'left' || arrow === 'right') {
    const beside = columns[column + (arrow === 'left' ? -1 : 1)]
    return beside?.[Math.min(row, beside.length - 1)]
  }
  const inside = columns[column]?.[row + (arrow === 'up' ? -1 : 1)]
  return inside ?? (arrow === 'up' ? columns[column - 1]?.at(-1) : columns[column + 1]?.[0])
}

/** The place of a stage or a card in words. */
export function placeText(stages: Stages, id: string): string {
  if (isStage(id)) return t('第 {{n}} 个阶段', { n: stageAt(stages, id) + 1 })
  const place = placeOf(stages, id)
  const stage = place && stages[place.stage]
  return stage ? t('“{{title}}”的第 {{n}} 项', { title: stageName(stage, place.stage), n: place.at + 1 }) : ''
}

/** The name of what is dragged. */
export function nameOf(stages: Stages, id: string): string {
  const at = stageAt(stages, id)
  const stage = stages[at]
  if (stage) return stageName(stage, at)
  const place = placeOf(stages, id)
  return (place && stages[place.stage]?.items[place.at]?.title) ?? ''
}
