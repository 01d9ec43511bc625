// Filter of the learner's exam list, stored in the URL.
import { examStage } from '@shuyuan/contract/exam/exam.ts'
import { readChoice, readList, useAddressFilter } from '../../../kernel/plain/address-filter.ts'

export type Stage = keyof typeof examStage
/** `stage` undefined: the first tab, exams still to take. */
export type ExamFilter = { title: string; stage: Stage | undefined; examType: string; current: number }

/** Reads a filter from the URL; invalid values are ignored. */
export const readFilter = (address: URLSearchParams): ExamFilter => ({
  ...readList(address),
  stage: readChoice(address, 'stage', examStage),
  examType: /^\d{1,4}$/.exec(address.get('examType') ?? '')?.[0] ?? '',
})

export const useExamFilter = () => useAddressFilter(readFilter)
