// Times that do not exist, because the clocks go forward: they are stored as the same distance after the change, and the caller is told.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { fromWallClock, toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { Ctx } from './ctx.ts'
import { wording } from './localized.ts'

const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const MOST_DEEP = 4

/** What was sent and what it is stored as. */
function movedIn(value: unknown, depth = 0): [string, string][] {
  if (typeof value === 'string' && form.test(value)) {
    const at = fromWallClock(value)
    const stored = Number.isNaN(at.getTime()) ? value : toWallClock(at)
    return stored === value ? [] : [[value, stored]]
  }
  if (typeof value !== 'object' || value === null || depth > MOST_DEEP) return []
  return Object.values(value).flatMap((one) => movedIn(one, depth + 1))
}

/** The note for a body with times that do not exist; '' without any. */
export function movedTimesNote(ctx: Pick<Ctx, 'request'>, body: unknown): string {
  const [first] = movedIn(body)
  return first ? wording(ctx, sayServer('momentMoved', { from: first[0], to: first[1] })) : ''
}
