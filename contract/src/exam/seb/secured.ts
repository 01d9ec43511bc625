// Headers by which a page proves that it runs in Safe Exam Browser with an exam's configuration.

/** Sent by Safe Exam Browser, or by the page where the browser offers the key only through its JavaScript API. */
export const configKeyHeader = 'x-safeexambrowser-configkeyhash'
/** Addresses of the page, separated by blanks; the browser computed the hash from one of them. */
export const securedPageHeader = 'x-secured-page'
/** The address at which Safe Exam Browser quits. */
export const quitPath = '/web/course?seb=quit'
