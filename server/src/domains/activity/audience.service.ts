// The audience of activities.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import { audienceOf } from '../people/user/audience.service.ts'

export const activityAudience = audienceOf({
  row: 'activity',
  open: [OpenType.all],
  write: {
    async clear(db, id) {
      await db.deleteFrom('activityDepart').where('activityId', '=', id).execute()
      await db.deleteFrom('activityGroup').where('activityId', '=', id).execute()
      await db.deleteFrom('activityUser').where('activityId', '=', id).execute()
    },
    departs: (rows) => sql`insert into activity_depart (activity_id, dept_code) ${rows}`,
    groups: (rows) => sql`insert into activity_group (activity_id, group_id) ${rows}`,
    persons: (rows) => sql`insert into activity_user (activity_id, user_id) ${rows}`,
  },
})
