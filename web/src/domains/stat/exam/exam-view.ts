// What the parts of an exam's page show.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

export type Exam = Data<typeof exam.detail>
export type Attendance = Data<(typeof watch)['watch-stat']>
