// The window of an exam: phase and last entry.

type Window = { startTime: Date | null; endTime: Date | null }
export type Phase = 'waiting' | 'open' | 'closed'

/** The phase of an exam; without a start it is open from the beginning, without an end it never closes. */
export function phaseOf({ startTime, endTime }: Window, now: Date): Phase {
  if (startTime && startTime > now) return 'waiting'
  return endTime && endTime <= now ? 'closed' : 'open'
}

/** The last moment at which a candidate may enter: `lateMinutes` after the start, or the end. Null: no limit. */
export function lastEntry({ startTime, endTime, lateMinutes }: Window & { lateMinutes: number }): Date | null {
  if (!startTime || lateMinutes === 0) return endTime
  const late = new Date(startTime.getTime() + lateMinutes * 60_000)
  return endTime && endTime < late ? endTime : late
}
