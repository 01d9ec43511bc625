// Stages and their items in the editor.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { path } from '@shuyuan/contract/path/path.ts'
import { type PathItemKind, USUAL_AMOUNT } from '@shuyuan/contract/path/stage.ts'
import { newId } from '../../../kernel/state/new-id.ts'

type StoredStage = Data<typeof path.detail>['stages'][number]
export type EditedItem = { kind: PathItemKind; refId: string; title: string; required: boolean; amount: number; gone?: boolean }
export type EditedStage = { id: string; title: string; need: number; days: number; items: EditedItem[] }

export const itemKey = ({ kind, refId }: { kind: string; refId: string }) => `${kind} ${refId}`

export const newStage = (title: string): EditedStage => ({ id: newId(), title, need: 0, days: 0, items: [] })

export const newItem = (kind: PathItemKind, { id, title }: { id: string; title: string }): EditedItem => ({
  kind,
  refId: id,
  title,
  required: true,
  amount: USUAL_AMOUNT,
})

export const editedStages = (stages: readonly StoredStage[]): EditedStage[] => stages.map((one) => ({ ...one }))

/** What the server takes of them. */
export const sentStages = (stages: readonly EditedStage[]) =>
  stages.map(({ title, need, days, items }) => ({
    title,
    need,
    days,
    items: items.map(({ kind, refId, required, amount }) => ({ kind, refId, required, amount })),
  }))

/** A stage that asks for more optional items than it has asks for all of them. */
export const fitted = (stage: EditedStage): EditedStage => ({
  ...stage,
  need: Math.min(stage.need, stage.items.filter((one) => !one.required).length),
})
