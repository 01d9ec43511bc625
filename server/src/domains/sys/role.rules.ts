// The roles every house begins with; people may rename them, so code knows them by id.
export const builtInRole = { administrator: '1', teacher: '2', proctor: '3', departAdmin: '4', academic: '5', learner: '6' } as const
