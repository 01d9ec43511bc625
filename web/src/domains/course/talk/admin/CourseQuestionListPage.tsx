// Back office: questions of learners about courses.
import { QuestionList } from '../QuestionList.tsx'

export default function CourseQuestionListPage() {
  return <QuestionList />
}
