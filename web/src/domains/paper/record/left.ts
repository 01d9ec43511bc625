// Remembers that this browser has bytes of a recording, so that a later page of the site sends them without looking into a database each time.
const KEY = 'exam-record-left'

export const noteLeft = (userId: string) => localStorage.setItem(KEY, userId)
export const isLeft = (userId: string): boolean => localStorage.getItem(KEY) === userId
export const clearLeft = () => localStorage.removeItem(KEY)
