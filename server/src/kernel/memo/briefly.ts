// Figures that many callers ask for within seconds are computed once.
import type { Ctx } from '../ctx.ts'
import { appPart } from '../part.ts'
import { Memory } from './memory.ts'

const BRIEF_MS = 30_000
const MAX_ENTRIES = 500

const memoryOf = appPart(() => new Memory(MAX_ENTRIES))

/**
 * The value of `compute`; concurrent callers share one computation, and a failure is not kept.
 * @param key names the figure and everything that it depends on, the caller's data scope included
 * @param forMs how old the value may be, in milliseconds; half a minute if undefined
 * @param isDear whether the value is kept at all; a cheap one is computed anew for the next caller
 */
export function briefly<T>(
  { app, now }: Pick<Ctx, 'app' | 'now'>,
  key: string,
  compute: () => Promise<T>,
  { forMs = BRIEF_MS, isDear = () => true }: { forMs?: number; isDear?: (value: T) => boolean } = {},
): Promise<T> {
  return memoryOf(app).of(key, now, compute, { isFresh: (age) => age < forMs, isKept: isDear }).value
}
