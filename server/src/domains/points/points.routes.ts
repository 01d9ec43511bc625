// /api/user/points
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { serve } from '../../kernel/endpoint.ts'
import { adjustPoints, pagePoints, rankDeparts, rankPeople } from './log.service.ts'
import { pageOwnPoints } from './points.service.ts'
import { listRules, saveRule } from './rule.service.ts'

export default serve(userPoints, {
  'my-paging': pageOwnPoints,
  paging: pagePoints,
  rank: rankPeople,
  'depart-rank': rankDeparts,
  adjust: adjustPoints,
  'rule/list': listRules,
  'rule/save': saveRule,
})
