// The stages of a learning path and what stands in them.
import * as z from '../kernel/z.ts'
import { choice, count, flag, id, text } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './path.texts.ts'

export const pathItemKind = { course: '课程', exam: '考试', repo: '题库训练', survey: '问卷', work: '作业', room: '线下培训' } as const
export type PathItemKind = keyof typeof pathItemKind
/** Files of courses that count by themselves. */
export const lessonKinds = ['work', 'room'] as const satisfies readonly PathItemKind[]
/** What is done anew after a renewal; courses, their files and surveys are done once. */
export const repeatedKinds: readonly PathItemKind[] = ['exam', 'repo']

export const MOST_STAGES = 20
export const MOST_ITEMS = 50
export const MOST_DAYS = 3_650
/** Questions to train where the editor names no number. */
export const USUAL_AMOUNT = 20

const item = {
  kind: choice('类型', pathItemKind),
  refId: id('内容'),
  /** false: one of those of which `need` are enough */
  required: flag('必须完成'),
  /** of a bank: how many questions to train */
  amount: count('练习题数', 1, 100_000, '题'),
}

const PathItem = z.object({
  ...item,
  required: item.required.default(true),
  amount: item.amount.default(USUAL_AMOUNT),
})
export type PathItem = z.output<typeof PathItem>

const stage = {
  title: text('阶段名称', 60),
  /** of the items that are not required, how many have to be done */
  need: count('选做至少完成', 0, MOST_ITEMS, '项'),
  /** days from entering the path until the stage is due; 0: no date of its own */
  days: count('阶段期限', 0, MOST_DAYS, '天'),
}

export const PathStage = z.object({
  ...stage,
  need: stage.need.default(0),
  days: stage.days.default(0),
  items: z
    .array(PathItem, { error: encoded(say('stageEmpty')) })
    .min(1, encoded(say('stageEmpty')))
    .max(MOST_ITEMS),
})
export type PathStage = z.output<typeof PathStage>

/** A stage as it is stored, in outputs. */
export const ShownStage = z.object({
  ...stage,
  id: z.string(),
  items: z.array(z.object({ ...item, title: z.string(), /** deleted, or not open to anybody now */ gone: z.boolean() })),
})

const keyOf = ({ kind, refId }: { kind: string; refId: string }) => `${kind} ${refId}`

/** Adds an issue for a stage with nothing that must be done, for too many to choose, and for a thing that stands in the path twice. */
export function checkStages(stages: readonly PathStage[], found: z.RefinementCtx): void {
  const seen = new Set<string>()
  const add = (at: number, message: ReturnType<typeof say>) =>
    found.addIssue({ code: 'custom', path: [at, 'items'], message: encoded(message) })
  for (const [at, { items, need }] of stages.entries()) {
    const free = items.filter((one) => !one.required).length
    if (need > free) add(at, say('stageNeedMost', { n: at + 1 }))
    if (free === items.length && need === 0) add(at, say('stageNothing', { n: at + 1 }))
    for (const one of items) {
      if (seen.has(keyOf(one))) add(at, say('stageTwice', { n: at + 1 }))
      seen.add(keyOf(one))
    }
  }
}
