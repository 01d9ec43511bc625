// The audience of learning paths.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import { audienceOf } from '../people/user/audience.service.ts'

export const pathAudience = audienceOf({
  row: 'path',
  // path_user says who is on a path
  persons: 'path_person',
  open: [OpenType.all],
  write: {
    async clear(db, id) {
      await db.deleteFrom('pathDepart').where('pathId', '=', id).execute()
      await db.deleteFrom('pathGroup').where('pathId', '=', id).execute()
      await db.deleteFrom('pathPerson').where('pathId', '=', id).execute()
    },
    departs: (rows) => sql`insert into path_depart (path_id, dept_code) ${rows}`,
    groups: (rows) => sql`insert into path_group (path_id, group_id) ${rows}`,
    persons: (rows) => sql`insert into path_person (path_id, user_id) ${rows}`,
  },
})
