// Back office: papers of all users, or of the exam in the address, whose name the page carries.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { PaperTable } from './PaperTable.tsx'

export default function PaperListPage() {
  const [query] = useSearchParams()
  const examId = query.get('examId')
  const { data } = useCall(exam['list-titles'], { ids: [examId ?? ''] }, { enabled: examId !== null && can(['exam:list']), quiet: true })
  usePageSubject(data?.[0]?.title)
  return <PaperTable examId={examId} />
}
