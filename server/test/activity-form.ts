// The form of an activity that tests save.
import { type activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'

type Form = Body<typeof activity.save>

/** Three questions of a bank in a minute, for all, without prizes. */
export const activityForm = (given: Pick<Form, 'repoId' | 'startTime' | 'endTime'> & Partial<Form>): Form => ({
  title: '知识赛',
  singleCount: 3,
  multipleCount: 0,
  judgeCount: 0,
  runSec: 60,
  triesTotal: 0,
  triesDay: 0,
  showRank: 'live',
  openType: OpenType.all,
  state: ActivityState.enabled,
  prizes: [],
  ...given,
})
