// Combines the overrides of a user and of their groups (exam_override).

/** One override; null or false: the exam's setting. `minutes` and `percent` are additional time. */
export type Override = {
  /** of the user, not of a group */
  own: boolean
  minutes: number | null
  percent: number | null
  startTime: Date | null
  endTime: Date | null
  tries: number | null
  noFace: boolean
  noFullScreen: boolean
}
/** The effective override of one user. */
export type EffectiveOverride = {
  /** additional minutes */
  ownMinutes: number
  ownStart: Date | null
  ownEnd: Date | null
  /** null: the exam's; 0: no limit */
  ownTries: number | null
  noFace: boolean
  noFullScreen: boolean
}

/** No override. */
export const noOverride: EffectiveOverride = {
  ownMinutes: 0,
  ownStart: null,
  ownEnd: null,
  ownTries: null,
  noFace: false,
  noFullScreen: false,
}

/**
 * By field: the user's own override, else the most generous of their groups: most time, earliest start, latest end, most tries.
 * Exemptions of both are united. @param examMinutes duration of the exam, the base of `percent`
 */
export function combineOverrides(rows: readonly Override[], examMinutes: number): EffectiveOverride {
  const own = rows.filter((row) => row.own)
  const group = rows.filter((row) => !row.own)
  const pick = <T>(read: (row: Override) => T | null, best: (a: T, b: T) => T): T | null => {
    const said = [own, group].map((part) => part.flatMap((row) => read(row) ?? [])) as T[][]
    return said.find((values) => values.length > 0)?.reduce((a, b) => best(a, b)) ?? null
  }
  return {
    ownMinutes: pick((row) => timeOf(row, examMinutes), Math.max) ?? 0,
    ownStart: pick(
      (row) => row.startTime,
      (a, b) => (a < b ? a : b),
    ),
    ownEnd: pick(
      (row) => row.endTime,
      (a, b) => (a > b ? a : b),
    ),
    ownTries: pick(
      (row) => row.tries,
      (a, b) => (a === 0 || b === 0 ? 0 : Math.max(a, b)),
    ),
    noFace: rows.some((row) => row.noFace),
    noFullScreen: rows.some((row) => row.noFullScreen),
  }
}

/** Rounds up to whole minutes. */
const timeOf = ({ minutes, percent }: Override, examMinutes: number) =>
  minutes ?? (percent === null ? null : Math.ceil((examMinutes * percent) / 100))
