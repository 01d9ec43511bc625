// Figures that many callers ask for within seconds are computed once.
import type { Ctx } from '../ctx.ts'
import { appPart } from '../part.ts'

const BRIEF_MS = 30_000
const MOST = 500

type Kept = { at: number; value: Promise<unknown> }
const keptIn = appPart(() => new Map<string, Kept>())

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
  const kept = keptIn(app)
  const found = kept.get(key)
  const age = found ? now.getTime() - found.at : Infinity
  if (found && age >= 0 && age < forMs) return found.value as Promise<T>
  const value = compute()
  kept.delete(key)
  kept.set(key, { at: now.getTime(), value })
  const oldest = kept.keys().next().value
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  const forget = () => void (kept.get(key)?.value === value && kept.delete(key))
  value.then((one) => void (isDear(one) || forget()), forget)
  return value
}
