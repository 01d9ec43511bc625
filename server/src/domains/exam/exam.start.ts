// Starts exams: passwords are sealed, notifications follow exams.
import type { Domain } from '../../kernel/domain.ts'
import { sealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { examPassword } from './entry/password.service.ts'
import { notifyOfExams } from './notify.service.ts'

export const exam: Domain = {
  sealed: [sealedColumn(examPassword)],
  start({ app }) {
    notifyOfExams(app)
  },
}
