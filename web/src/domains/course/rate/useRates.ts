// The ratings of a course as learners see them; the own one stands first.
import { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCall } from '../../../kernel/call/query.ts'

const PAGE = 10

/** The first page is shared by the tab 评价 and by what stands below the last file. */
export const useRates = (courseId: string, current = 1) =>
  useCall(courseRate.paging, { current, size: PAGE, params: { courseId, shown: true } }, { quiet: true, placeholderData: keepPreviousData })
