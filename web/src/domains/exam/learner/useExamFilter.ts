// Which of a learner's exams are shown, kept in the address.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import { readChoice, readList, useAddressFilter } from '../../../kernel/plain/address-filter.ts'

export type Phase = keyof typeof examPhase
export type ExamFilter = { title: string; phase: Phase | undefined; current: number }

/** Reads an address; whatever makes no sense is left out. */
export const readFilter = (address: URLSearchParams): ExamFilter => ({
  ...readList(address),
  phase: readChoice(address, 'phase', examPhase),
})

export const useExamFilter = () => useAddressFilter(readFilter)
