// /api/course/course/overview; /api/course/history
import { courseHistory, courseView } from '@shuyuan/contract/course/view/view.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageCourseHistory } from './history.service.ts'
import { overviewOfCourse } from './overview.service.ts'

export default [...serve(courseView, { overview: overviewOfCourse }), ...serve(courseHistory, { paging: pageCourseHistory })]
