// Pictures read, measured and made smaller; the only place that knows the package.

/** The package is loaded with the first picture: many a day goes by without one, and it holds 14 MB. */
export const pictures = async () => (await import('sharp')).default
