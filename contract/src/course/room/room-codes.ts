// Codes and limits of lessons in a room.

export const SeatState = { waiting: 1, enrolled: 2, present: 3, late: 4, absent: 5, cancelled: 6 } as const
export type SeatState = (typeof SeatState)[keyof typeof SeatState]
export const seatState = {
  [SeatState.waiting]: '候补中',
  [SeatState.enrolled]: '已报名',
  [SeatState.present]: '已到',
  [SeatState.late]: '迟到',
  [SeatState.absent]: '缺席',
  [SeatState.cancelled]: '已取消',
} as const

/** States in which a seat is taken. Absent people keep theirs: the lesson has begun. */
export const seatedStates: readonly SeatState[] = [SeatState.enrolled, SeatState.present, SeatState.late, SeatState.absent]
/** Whether the person was there. */
export const wasThere = (state: SeatState): boolean => state === SeatState.present || state === SeatState.late

/** Why the caller cannot enrol now. */
export const enrolReason = {
  begun: '培训已经开始',
  closed: '报名已截止',
  byTeacher: '名单由老师安排',
} as const
export type EnrolReason = keyof typeof enrolReason

/** A code opens the sign-in, or the sign-out. */
export const signWay = { in: '签到', out: '签退' } as const
export type SignWay = keyof typeof signWay

/** How long one code is shown. The one before counts as well. */
export const CODE_SECONDS = 15
/** A code that was read before signing in to the site counts for a session that began after it, within this time. */
export const CODE_SIGN_IN_SECONDS = 300
/** People may sign in so long before the begin. */
export const EARLY_MINUTES = 60
/** And so long after the end, sign-outs included. */
export const AFTER_MINUTES = 60

export const MOST_SEATS = 10_000
export const MOST_TEACHERS = 20
export const MOST_SET = 500
