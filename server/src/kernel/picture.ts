// Image processing; the only module that imports the package.
import { withPart } from './native.ts'

/** Loads the package on first use, because it takes 14 MB and many processes never need it. Fails partMissing where it is not installed. */
export const pictures = async () => (await withPart('pictures', () => import('sharp'))).default
