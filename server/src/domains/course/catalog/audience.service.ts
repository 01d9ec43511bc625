// The audience of courses.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import { audienceOf } from '../../people/user/audience.service.ts'

export const courseAudience = audienceOf({
  row: 'course',
  open: [OpenType.all],
  write: {
    async clear(db, id) {
      await db.deleteFrom('courseDepart').where('courseId', '=', id).execute()
      await db.deleteFrom('courseGroup').where('courseId', '=', id).execute()
      await db.deleteFrom('courseUser').where('courseId', '=', id).execute()
    },
    departs: (rows) => sql`insert into course_depart (course_id, dept_code) ${rows}`,
    groups: (rows) => sql`insert into course_group (course_id, group_id) ${rows}`,
    persons: (rows) => sql`insert into course_user (course_id, user_id) ${rows}`,
  },
})
