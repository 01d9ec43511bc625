// What the arrangements for one person and for his groups come to (exam_override).

/** One arrangement; null or false: as the exam says. Minutes and percent: time on top. */
export type Override = {
  /** the person's own, not a group's */
  own: boolean
  minutes: number | null
  percent: number | null
  startTime: Date | null
  endTime: Date | null
  tries: number | null
  noFace: boolean
  noFullScreen: boolean
}
/** What counts for one person. */
export type Arrangement = {
  /** minutes on top of the exam's */
  ownMinutes: number
  ownStart: Date | null
  ownEnd: Date | null
  /** null: the exam's; 0: no limit */
  ownTries: number | null
  noFace: boolean
  noFullScreen: boolean
}

/** Nothing arranged. */
export const plainArrangement: Arrangement = {
  ownMinutes: 0,
  ownStart: null,
  ownEnd: null,
  ownTries: null,
  noFace: false,
  noFullScreen: false,
}

/**
 * Field by field: what the person's own arrangement says, else the most generous of his groups: most time, earliest start, latest end,
 * most tries. An exemption of either holds. @param examMinutes what a percentage is of
 */
export function arrangementOf(rows: readonly Override[], examMinutes: number): Arrangement {
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

/** Begun minutes count whole. */
const timeOf = ({ minutes, percent }: Override, examMinutes: number) =>
  minutes ?? (percent === null ? null : Math.ceil((examMinutes * percent) / 100))
