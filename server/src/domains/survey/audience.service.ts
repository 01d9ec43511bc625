// The audience of surveys.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import { audienceOf } from '../people/user/audience.service.ts'

export const surveyAudience = audienceOf({
  row: 'survey',
  open: [OpenType.all],
  write: {
    async clear(db, id) {
      await db.deleteFrom('surveyDepart').where('surveyId', '=', id).execute()
      await db.deleteFrom('surveyGroup').where('surveyId', '=', id).execute()
      await db.deleteFrom('surveyUser').where('surveyId', '=', id).execute()
    },
    departs: (rows) => sql`insert into survey_depart (survey_id, dept_code) ${rows}`,
    groups: (rows) => sql`insert into survey_group (survey_id, group_id) ${rows}`,
    persons: (rows) => sql`insert into survey_user (survey_id, user_id) ${rows}`,
  },
})
