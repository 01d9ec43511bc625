// /api/course/course
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteCourses, findCourse, listTitles, pageCourses, saveCourse, setCourseState } from './course.service.ts'
import { courseDetail, pageMyCourses, simpleDetail } from './my-course.service.ts'
import { prepareCourseNotify } from './notify.service.ts'

export default serve(course, {
  'user-paging': pageMyCourses,
  detail: courseDetail,
  'simple-detail': simpleDetail,
  paging: pageCourses,
  'admin/detail': findCourse,
  save: saveCourse,
  delete: deleteCourses,
  state: setCourseState,
  'list-titles': listTitles,
  'prepare-notify': prepareCourseNotify,
})
