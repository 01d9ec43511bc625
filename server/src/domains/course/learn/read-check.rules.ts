// The reading check: how much may count before a learner has to show that they are still there.
import { READ_CHECK_GRACE_SEC } from '@shuyuan/contract/course/learn/read-check.ts'

/** `every`: seconds between two checks, 0 without any; `unchecked`: seconds counted since the last one was passed. */
export type Check = { every: number; unchecked: number }

/** Whether the grace of a due check is over. */
export const isOverdue = ({ every, unchecked }: Check): boolean => every > 0 && unchecked >= every + READ_CHECK_GRACE_SEC

/** How many of `counted` seconds count: none beyond the grace of a due check. */
export const allowedSec = (counted: number, { every, unchecked }: Check): number =>
  every > 0 ? Math.max(0, Math.min(counted, every + READ_CHECK_GRACE_SEC - unchecked)) : counted

/** Seconds to learn until the next check; 0 or less: it is due; null: there is none. */
export const checkIn = ({ every, unchecked }: Check): number | null => (every > 0 ? every - unchecked : null)
