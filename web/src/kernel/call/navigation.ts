// Navigation from code outside of React: through the router after it was created, by a page load before that.
let navigate: (to: string) => void = (to) => window.location.assign(to)

/** Sets the router's navigation function. */
export function connectRouter(move: (to: string) => void) {
  navigate = move
}

/** Goes to a path of this site. */
export const goTo = (to: string) => navigate(to)

/** The path and query of the present page. */
export const currentPath = () => window.location.pathname + window.location.search
