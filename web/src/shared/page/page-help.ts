// The way from a page to its help, which the layouts around the pages have.
import { store } from '../../kernel/state/store.ts'

/** Opens the help of the present page; undefined where the layout has none. */
export const pageHelp = store<(() => void) | undefined>(undefined)
