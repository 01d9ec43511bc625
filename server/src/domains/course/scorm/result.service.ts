// Status and score of packages, for who looks at the learning of others.
import type { Ctx } from '../../../kernel/ctx.ts'
import type { ScormItem } from './manifest.format.ts'
import { overallOf, type Result } from './track.rules.ts'
import { among } from '../../../kernel/database.ts'

/** The results of these people in the packages of a course, by user id and file id; packages that were not opened are missing. */
export async function packageResults(
  { db }: Pick<Ctx, 'db'>,
  courseId: string,
  userIds: readonly string[],
): Promise<Map<string, Record<string, Result>>> {
  const rows = await db
    .selectFrom('courseScormTrack as own')
    .innerJoin('courseScormPackage', 'courseScormPackage.fileId', 'own.fileId')
    .where('courseId', '=', courseId)
    .where(among('userId', userIds))
    .select(['userId', 'own.fileId', 'itemId', 'own.status', 'own.score', 'items'])
    .execute()
  const results = new Map<string, Record<string, Result>>()
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId)) {
    const files = [...Map.groupBy(own, (row) => row.fileId)].map(([fileId, parts]) => {
      const items = new Set((parts[0]!.items as unknown as ScormItem[]).map(({ id }) => id))
      const known = parts.filter(({ itemId }) => items.has(itemId))
      const scored = known.map(({ status, score }) => ({ outcome: status, score: score === null ? null : Number(score) }))
      return [fileId, overallOf(items.size, scored)] as const
    })
    results.set(userId, Object.fromEntries(files))
  }
  return results
}
