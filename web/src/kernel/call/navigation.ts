// Navigation from code outside of React: through the router after it was created, by a page load before that.
let navigate: (to: string) => void = (to) => window.location.assign(to)

/** State of a navigation without a question, because the page may not stay open. */
export const unasked = { unasked: true } as const

/** Whether a page that asks before it is left is to be left without a question. */
export const isUnasked = ({ state }: { state: unknown }) => typeof state === 'object' && state !== null && 'unasked' in state

/** Sets the router's navigation function. */
export function connectRouter(move: (to: string) => void) {
  navigate = move
}

/** Goes to a path of this site. */
export const goTo = (to: string) => navigate(to)

/** The path and query of the present page. */
export const currentPath = () => window.location.pathname + window.location.search
