// Whether goods are sold.

/** There is no checkout in this version: a price excludes no user, and forms do not offer one (decision record 49). */
export const sellsGoods: boolean = false
