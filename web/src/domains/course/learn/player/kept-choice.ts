// What a person chose in the player, kept in this browser: speed and language of the captions.
const keyOf = (userId: string) => `speed:${userId}`

/** @returns 1 where none is kept */
export const keptSpeed = (userId: string): number => Number(localStorage.getItem(keyOf(userId))) || 1

export const keepSpeed = (userId: string, speed: number): void => localStorage.setItem(keyOf(userId), String(speed))

const captionsKeyOf = (userId: string) => `captions:${userId}`

/** A language, NO_CAPTIONS, or '' where nothing was chosen. */
export const keptCaptions = (userId: string): string => localStorage.getItem(captionsKeyOf(userId)) ?? ''

export const keepCaptions = (userId: string, language: string): void => localStorage.setItem(captionsKeyOf(userId), language)
