// /api/activity/activity
import { activity } from '@shuyuan/contract/activity/activity.ts'
import { serve } from '../../kernel/endpoint.ts'
import { deleteActivities, pageActivities, saveActivity, setActivityState } from './activity.service.ts'
import { handOwnRun } from './hand.service.ts'
import { findActivity, myRank, pageOwnActivities } from './mine.service.ts'
import { exportResults, pageResults, rankActivity } from './rank.service.ts'
import { fillRun, findRun, startRun } from './run.service.ts'

export default serve(activity, {
  paging: pageActivities,
  detail: findActivity,
  save: saveActivity,
  state: setActivityState,
  delete: deleteActivities,
  rank: rankActivity,
  'rank-paging': pageResults,
  export: exportResults,
  'my-paging': pageOwnActivities,
  'my-rank': myRank,
  start: startRun,
  run: findRun,
  fill: fillRun,
  hand: handOwnRun,
})
