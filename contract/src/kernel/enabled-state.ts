// The state of everything that can only be switched on and off.
export const EnabledState = { enabled: 0, disabled: 1 } as const
export type EnabledState = (typeof EnabledState)[keyof typeof EnabledState]
