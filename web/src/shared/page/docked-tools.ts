// Recognises developer tools that are docked to the window, by its sizes.

/** learner.md §9: difference of outer and inner window size */
const TOOLS_PX = 300

export type WindowSize = { outerWidth: number; outerHeight: number; innerWidth: number; innerHeight: number }

/** The zoom factor: zoom shrinks both dimensions alike, docked tools only one. */
const zoomOf = ({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize) =>
  Math.max(1, Math.min(outerWidth / innerWidth, outerHeight / innerHeight))

/** Whether developer tools seem to be docked to the window. */
export function hasTools(size: WindowSize): boolean {
  if (size.innerWidth === 0 || size.innerHeight === 0) return false
  const zoom = zoomOf(size)
  return size.outerWidth - size.innerWidth * zoom > TOOLS_PX || size.outerHeight - size.innerHeight * zoom > TOOLS_PX
}
