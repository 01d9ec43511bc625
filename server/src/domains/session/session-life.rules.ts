// How long a sign-in session lasts.

export type Life = {
  /** end of the session, whatever happens: a week for a learner, a working day for a back-office user */
  expireTime: Date
  /** end without further activity; null for a learner */
  idleUntil: Date | null
  /** until then calls for every signed-in user are served, because the user holds a paper */
  keepUntil: Date | null
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)

/** The instant from which the back office asks for the password again. */
export const backOfficeEnd = ({ expireTime, idleUntil }: Omit<Life, 'keepUntil'>): Date =>
  idleUntil === null ? expireTime : earlier(expireTime, idleUntil)

/** The instant from which the session serves no call. */
export const sessionEnd = (life: Life): Date => (life.keepUntil === null ? backOfficeEnd(life) : later(backOfficeEnd(life), life.keepUntil))

/**
 * Seconds since the user's last input, from the client's header. A call without the header counts as input, so that a plain client needs
 * none; a client that lies gains the maximum of a session at most.
 */
export const idleSecondsOf = (header: string): number => (/^\d{1,9}$/.test(header) ? Number(header) : 0)
