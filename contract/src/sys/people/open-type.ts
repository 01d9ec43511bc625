// The audience of a course or an exam.
export const OpenType = { all: 1, departs: 2, persons: 3 } as const
export type OpenType = (typeof OpenType)[keyof typeof OpenType]
