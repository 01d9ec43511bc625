// Pure decisions of training: the questions of a mock paper, scopes, percentages.

/** the maximum number of questions in a mock paper */
export const MOCK_COUNT = 50

/**
 * Chooses the questions of a mock paper: every type in proportion to the bank, at least one of each; ordered by type as in the bank.
 * @param mixed the bank's questions in random order
 */
export function mockOf<T extends { quType: number }>(mixed: readonly T[], count = MOCK_COUNT): T[] {
  if (mixed.length <= count) return byType(mixed)
  const groups = Map.groupBy(mixed, (one) => one.quType)
  const shares = [...groups].map(([type, all]) => ({ type, all, exact: (all.length * count) / mixed.length }))
  const counts = new Map(shares.map(({ type, exact }) => [type, Math.max(1, Math.floor(exact))]))
  const sum = () => [...counts.values()].reduce((total, one) => total + one, 0)
  const byRest = shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1) || a.type - b.type)
  for (let i = 0; sum() < count; i = (i + 1) % byRest.length) {
    const one = byRest[i]!
    if ((counts.get(one.type) ?? 0) < one.all.length) counts.set(one.type, (counts.get(one.type) ?? 0) + 1)
  }
  return byType(shares.flatMap(({ type, all }) => all.slice(0, counts.get(type))))
}

const byType = <T extends { quType: number }>(questions: readonly T[]): T[] => questions.toSorted((a, b) => a.quType - b.quType)

/** The scope of mode 6: `c` and a chapter id, `e` and an exam id, both, or empty for the whole bank. */
export const wrongScope = /^(?:c(\d{1,18}))?(?:e(\d{1,18}))?$/

/** The ids in such a scope; an empty string means no limit. */
export function wrongPlace(scope: string): { chapterId: string; examId: string } {
  const [, chapterId = '', examId = ''] = wrongScope.exec(scope) ?? []
  return { chapterId, examId }
}

/** A share as a percentage with at most two decimals; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100)
