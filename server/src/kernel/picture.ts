// Image processing; the only module that imports the package.

/** Loads the package on first use, because it takes 14 MB and many processes never need it. */
export const pictures = async () => (await import('sharp')).default
