// What kind of account a caller has. The server's kernel decides by it, so it stands outside of the domains.
/** visitor: not signed in; never stored. */
export const RoleType = { visitor: 0, learner: 1, staff: 2 } as const
export type RoleType = (typeof RoleType)[keyof typeof RoleType]
