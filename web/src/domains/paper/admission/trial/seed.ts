const SEED_RANGE = 10 ** 15

/** A seed that names another draw of a trial. */
export const newSeed = (): string => String(Math.floor(Math.random() * SEED_RANGE))
