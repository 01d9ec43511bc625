// One colour for each phase of a live lesson, in the list and in the room.
export const phaseColours = { waiting: 'processing', live: 'red', ended: 'default', replay: 'success' } as const
