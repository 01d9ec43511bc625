// How code outside of React leaves a page: through the router once there is one, by a page load before that.
let navigate: (to: string) => void = (to) => window.location.assign(to)

/** Hands over the router's own way to move. */
export function connectRouter(move: (to: string) => void) {
  navigate = move
}

/** Goes to a path of this site. */
export const goTo = (to: string) => navigate(to)

/** The path and query on which the user stands. */
export const currentPath = () => window.location.pathname + window.location.search
