/** An address without the slashes at its end, so that a path can be put behind it. */
export const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '')
