// The state of rows that can only be enabled or disabled.
export const EnabledState = { enabled: 0, disabled: 1 } as const
export type EnabledState = (typeof EnabledState)[keyof typeof EnabledState]
