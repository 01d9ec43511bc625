// /api/stat/team
import { team } from '@shuyuan/contract/stat/team.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { exportTeam } from './export.service.ts'
import { pageTeam, readOverview } from './list.service.ts'
import { findPerson, printTeamRecord } from './person.service.ts'
import { remindTeam } from './remind.service.ts'

export default serve(team, {
  overview: readOverview,
  paging: pageTeam,
  person: findPerson,
  remind: remindTeam,
  export: exportTeam,
  record: printTeamRecord,
})
