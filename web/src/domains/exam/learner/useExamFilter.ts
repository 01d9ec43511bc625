// The filter of the learner's exam list, kept in the address. Lighter than the general list query: this page is a learner's first.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import { useSearchParams } from 'react-router'

export type Phase = keyof typeof examPhase
export type ExamFilter = { title: string; phase: Phase | undefined; current: number }

/** Reads an address; whatever makes no sense is left out. */
export function readFilter(address: URLSearchParams): ExamFilter {
  const phase = address.get('phase') ?? ''
  const page = address.get('page') ?? ''
  return {
    title: (address.get('title') ?? '').trim().slice(0, 100),
    phase: Object.hasOwn(examPhase, phase) ? (phase as Phase) : undefined,
    current: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

export function useExamFilter() {
  const [address, setAddress] = useSearchParams()
  const filter = readFilter(address)
  /** Changes some of the filter; anything but another page begins with the first one. */
  const change = (part: Partial<ExamFilter>) => {
    const { title, phase, current } = { ...filter, current: 1, ...part }
    const entries = { title, phase: phase ?? '', page: current > 1 ? String(current) : '' }
    setAddress(Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')), { replace: true })
  }
  return { filter, change, isBreak: address.has('break') }
}
