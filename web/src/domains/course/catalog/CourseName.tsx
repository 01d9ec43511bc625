// The name of a course in a list of the back office: a link to its page.
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { coursePagePath } from './course-page-path.ts'

type Named = { courseId: string | null; courseTitle: string }

export const CourseName = ({ courseId, courseTitle }: Named) =>
  courseId === null || courseTitle === '' ? (
    courseTitle
  ) : (
    <Can permit="course:list" fallback={courseTitle}>
      <Link to={coursePagePath(courseId)}>{courseTitle}</Link>
    </Can>
  )
