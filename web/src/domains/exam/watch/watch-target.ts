// What an invigilator is about to do, and to whom: one candidate, or without `one` everybody.
export type Candidate = { paperId: string | undefined; userId: string; realName: string }
export type WatchTarget = { act: 'force' | 'extra' | 'msg'; one?: Candidate }
