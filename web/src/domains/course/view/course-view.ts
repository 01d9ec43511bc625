// What the parts of a course's page show.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

export type Course = Data<(typeof course)['admin/detail']>
