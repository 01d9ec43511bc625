// Which of a learner's courses are shown, kept in the address.
import { learned } from '@shuyuan/contract/course/course.ts'
import { useSearchParams } from 'react-router'

export type Learned = keyof typeof learned
export type CourseFilter = { title: string; catId: string; learned: Learned | undefined; current: number }

/** Reads an address; whatever makes no sense is left out. */
export function readFilter(address: URLSearchParams): CourseFilter {
  const state = address.get('learned') ?? ''
  const page = address.get('page') ?? ''
  return {
    title: (address.get('title') ?? '').trim().slice(0, 100),
    catId: (address.get('catId') ?? '').slice(0, 60),
    learned: Object.hasOwn(learned, state) ? (state as Learned) : undefined,
    current: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

export function useCourseFilter() {
  const [address, setAddress] = useSearchParams()
  const filter = readFilter(address)
  /** Changes some of the filter; anything but another page begins with the first one. */
  const change = (part: Partial<CourseFilter>) => {
    const next = { ...filter, current: 1, ...part }
    const entries = {
      title: next.title,
      catId: next.catId,
      learned: next.learned ?? '',
      page: next.current > 1 ? String(next.current) : '',
    }
    setAddress(Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')), { replace: true })
  }
  return { filter, change, isBreak: address.has('break') }
}
