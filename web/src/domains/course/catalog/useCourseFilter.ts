// The filters of the learner's course list, stored in the address.
import { learned } from '@shuyuan/contract/course/catalog/course.ts'
import { readChoice, readList, useAddressFilter } from '../../../kernel/plain/address-filter.ts'

export type Learned = keyof typeof learned
export type CourseFilter = { title: string; catId: string; learned: Learned | undefined; current: number }

/** Reads the filters of an address; ignores invalid values. */
export const readFilter = (address: URLSearchParams): CourseFilter => ({
  ...readList(address),
  catId: (address.get('catId') ?? '').slice(0, 60),
  learned: readChoice(address, 'learned', learned),
})

export const useCourseFilter = () => useAddressFilter(readFilter)
