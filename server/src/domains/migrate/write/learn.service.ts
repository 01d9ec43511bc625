// What users have learnt in the other system.
import { carryLearning } from '../../course/records/carry.service.ts'
import type { OldLearn } from '../old-site.format.ts'
import { itemIdOf } from './course.service.ts'
import { digestOf, type Run, whyOf } from './run.service.ts'

const PORTION = 500

type Placed = OldLearn & { ids: { courseId: string; fileId: string; userId: string } }

/** A rehearsal knows no files, and says what would be stored where course and user are known. */
export async function bringLearning(run: Run, learns: readonly OldLearn[]): Promise<void> {
  const fresh = run.fresh('learn', learns, titleOf)
  const placed = fresh.flatMap((one) => placedIn(run, one))
  for (let from = 0; from < placed.length; from += PORTION) {
    const some = placed.slice(from, from + PORTION)
    try {
      await run.portion((ctx) => bringPortion(run, ctx, some))
    } catch (error) {
      for (const one of some) run.note('learn', one.id, titleOf(one), 'refused', whyOf(error).zh)
    }
  }
}

const titleOf = ({ userId, courseId }: OldLearn) => `学员 ${userId}，课程 ${courseId}`

function placedIn(run: Run, one: OldLearn): Placed[] {
  const [courseId, userId] = [run.idOf('course', one.courseId), run.idOf('user', one.userId)]
  const fileId = itemIdOf(run, one.fileId)
  if (courseId !== undefined && userId !== undefined && fileId !== undefined) return [{ ...one, ids: { courseId, fileId, userId } }]
  const isKnown = run.isDry && courseId !== undefined && userId !== undefined
  run.note('learn', one.id, titleOf(one), isKnown ? 'made' : 'refused', isKnown ? '' : '它的课程、课件或用户没有迁移')
  return []
}

async function bringPortion(run: Run, ctx: Parameters<typeof carryLearning>[0], some: readonly Placed[]): Promise<void> {
  const ids = await carryLearning(
    ctx,
    some.map(({ ids: own, id: _id, ...one }) => ({ ...one, ...own })),
  )
  const made = some.flatMap(({ ids: _own, ...one }, at) => {
    const newId = ids[at]
    run.note(
      'learn',
      one.id,
      titleOf(one),
      newId === undefined ? 'linked' : 'made',
      newId === undefined ? '本站已有这个课件的学习记录' : '',
    )
    return newId === undefined ? [] : [{ oldId: one.id, newId, made: true, given: digestOf(one) }]
  })
  await run.brought(ctx, 'learn', made)
}
