// The ratings of a course as learners see them.
import { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCall } from '../../../kernel/call/query.ts'

const PAGE = 10

export const useRates = (courseId: string, current: number) =>
  useCall(courseRate.paging, { current, size: PAGE, params: { courseId, shown: true } }, { quiet: true, placeholderData: keepPreviousData })

/** `rate` undefined: the learner has not rated yet, or it is not known. */
export function useOwnRate(courseId: string) {
  const { data } = useCall(courseRate.paging, { current: 1, size: 1, params: { courseId, mine: true } }, { quiet: true })
  return { isKnown: data !== undefined, rate: data?.records[0] }
}
