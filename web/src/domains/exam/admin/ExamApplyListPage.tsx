// Back office: applications to sit exams, the waiting ones first.
import { ApplyList } from '../apply/ApplyList.tsx'

export default function ExamApplyListPage() {
  return <ApplyList />
}
