// Back office: the statistics of the exam in the address.
import { useParams } from 'react-router'
import { ExamStatistics } from '../exam/ExamStatistics.tsx'

export default function ExamStatPage() {
  const { examId = '' } = useParams()
  return <ExamStatistics examId={examId} />
}
