// The type of an account. It is in the kernel because the server's kernel decides by it.
/** visitor: not signed in; never stored. */
export const RoleType = { visitor: 0, learner: 1, staff: 2 } as const
export type RoleType = (typeof RoleType)[keyof typeof RoleType]
