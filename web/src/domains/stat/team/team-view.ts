// What the pages of a team share: totals over departments, and the order of the figures.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { team, TeamShow } from '@shuyuan/contract/stat/team.ts'

export type Depart = Data<typeof team.overview>['departs'][number]
/** Figures that are numbers of people, each with the filter that lists them. */
export const shownFigures = ['overdue', 'exam', 'failed', 'cert'] as const satisfies readonly TeamShow[]
type Sum = Record<(typeof shownFigures)[number] | 'people', number> & { learnHours: number }

export function totalOf(departs: readonly Depart[]): Sum {
  const sum = (name: keyof Sum) => departs.reduce((total, one) => total + one[name], 0)
  return {
    people: sum('people'),
    overdue: sum('overdue'),
    exam: sum('exam'),
    failed: sum('failed'),
    cert: sum('cert'),
    learnHours: Math.round(sum('learnHours') * 10) / 10,
  }
}

/** A share of people in percent. */
export const shareOf = (part: number, people: number) => (people === 0 ? 0 : Math.round((part * 100) / people))
