// The shape of the table of lists, and the rows of the filled site that it names.

export type Caller = 'admin' | 'branch' | 'chosen' | 'learner'
type Params = Record<string, unknown>
export type ListSpec = {
  /** the first caller's filters and sorts are measured, the other callers' pages */
  as: [Caller, ...Caller[]]
  /** filters that the list cannot do without */
  base?: Params
  /** usual filters by name; a function gets the number of the call */
  filters?: Record<string, Params | ((at: number) => Params)>
  /** columns by which a client sorts */
  sorts?: string[]
  /** further pages of the first caller, by number */
  pages?: number[]
}
export type Site = Record<
  | 'bigExam'
  | 'markedExam'
  | 'openExam'
  | 'usualExam'
  | 'bank'
  | 'usualBank'
  | 'chapter'
  | 'cert'
  | 'course'
  | 'work'
  | 'hand'
  | 'path'
  | 'room'
  | 'roomCourse'
  | 'group'
  | 'importId'
  | 'fix'
  | 'paper'
  | 'user'
  | 'branch'
  | 'depart'
  | 'learnerRole'
  | 'season',
  string
> & {
  names: string[]
}
