// The audience of activities.
import { OpenType } from '@shuyuan/contract/sys/people/open-type.ts'
import { sql } from 'kysely'
import { audienceOf } from '../sys/people/audience.service.ts'

export const activityAudience = audienceOf({
  row: 'activity',
  departs: 'activity_depart',
  groups: 'activity_group',
  persons: 'activity_user',
  key: 'activity_id',
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
