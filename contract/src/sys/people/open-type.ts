// For whom a course or an exam is open.
export const OpenType = { all: 1, departs: 2, persons: 3 } as const
export type OpenType = (typeof OpenType)[keyof typeof OpenType]
