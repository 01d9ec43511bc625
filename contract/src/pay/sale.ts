// Whether goods are sold.

/** There is no checkout in this version: a price shuts nobody out, and forms do not offer one (decision record 49). */
export const sellsGoods: boolean = false
