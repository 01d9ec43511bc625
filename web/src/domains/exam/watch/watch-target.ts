// What an invigilator is about to do, and to whom: one candidate, or without `one` everybody.
export type Candidate = { paperId: string | undefined; userId: string; realName: string }
export type WatchTarget = { act: 'force' | 'extra' | 'msg' | 'timeline'; one?: Candidate }

/** A question is open: timers wait. Reading a timeline is no such thing. */
export const isPrompt = (target: WatchTarget | undefined): boolean => target !== undefined && target.act !== 'timeline'
