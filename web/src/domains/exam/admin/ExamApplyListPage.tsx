// Back office: applications of all exams, waiting ones first.
import { ApplyList } from '../apply/ApplyList.tsx'

export default function ExamApplyListPage() {
  return <ApplyList />
}
