// Filter of the learner's exam list, stored in the URL.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import { readChoice, readList, useAddressFilter } from '../../../kernel/plain/address-filter.ts'

export type Phase = keyof typeof examPhase
export type ExamFilter = { title: string; phase: Phase | undefined; examType: string; current: number }

/** Reads a filter from the URL; invalid values are ignored. */
export const readFilter = (address: URLSearchParams): ExamFilter => ({
  ...readList(address),
  phase: readChoice(address, 'phase', examPhase),
  examType: /^\d{1,4}$/.exec(address.get('examType') ?? '')?.[0] ?? '',
})

export const useExamFilter = () => useAddressFilter(readFilter)
