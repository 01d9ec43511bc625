// /api/course/buy; /api/course/course
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { buyCourse } from './buy.service.ts'
import { listRemoved } from './item-bin.service.ts'
import { deleteItems, restoreRemoved, saveCourseItems, saveSection, sortItems, sortSections } from './build.service.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { deleteCourses, findCourse, listTitles, pageCourses, saveCourse, setCourseState } from './course.service.ts'
import { courseDetail, previewCourse } from './detail.service.ts'
import { pageMyCourses, simpleDetail } from './my-course.service.ts'
import { prepareCourseNotify } from './notify.service.ts'
import { countCourseReach, publishCourse } from './publish.service.ts'

export default [
  ...serve(courseBuy, { init: buyCourse }),
  ...serve(course, {
    'user-paging': pageMyCourses,
    detail: courseDetail,
    'simple-detail': simpleDetail,
    paging: pageCourses,
    'admin/detail': findCourse,
    preview: previewCourse,
    save: saveCourse,
    reach: countCourseReach,
    publish: publishCourse,
    delete: deleteCourses,
    state: setCourseState,
    'list-titles': listTitles,
    'prepare-notify': prepareCourseNotify,
  }),
  ...serve(courseBuild, {
    'section-save': saveSection,
    'section-sort': sortSections,
    'item-save': saveCourseItems,
    'item-sort': sortItems,
    'item-delete': deleteItems,
    'item-removed': listRemoved,
    'item-restore': restoreRemoved,
  }),
]
