// How a page proves that it runs in Safe Exam Browser with an exam's configuration.

/** Sent by Safe Exam Browser itself, or by the page where the browser only tells the page (its JavaScript API). */
export const configKeyHeader = 'x-safeexambrowser-configkeyhash'
/** The addresses of the page, separated by blanks, with one of which the browser made the hash that the page sends. */
export const securedPageHeader = 'x-secured-page'
/** Where Safe Exam Browser closes itself. */
export const quitPath = '/web/course?seb=quit'
