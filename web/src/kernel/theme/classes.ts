// Joins the classes of one element.

/** Undefined and false are left out. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
