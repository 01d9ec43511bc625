// Back office: who has learnt one course.
import { useParams } from 'react-router'
import { CourseStat } from '../CourseStat.tsx'

export default function CourseStatPage() {
  const { courseId = '' } = useParams()
  return <CourseStat key={courseId} courseId={courseId} />
}
