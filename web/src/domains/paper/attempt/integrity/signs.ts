// Signs at a candidate's screen: tools docked beside the page, a second screen, a window that leaves room for something else.

/** learner.md §9: window outer minus inner size */
const TOOLS_PX = 300
/** a window with less of the screen than this leaves room for another one */
const SMALL = 0.6

export type WindowSize = { outerWidth: number; outerHeight: number; innerWidth: number; innerHeight: number }

/** How far a page is zoomed in: both sides shrink alike, where docked tools take from one. */
const zoomOf = ({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize) =>
  Math.max(1, Math.min(outerWidth / innerWidth, outerHeight / innerHeight))

/** Whether tools seem to be docked to the window. */
export function hasTools(size: WindowSize): boolean {
  if (size.innerWidth === 0 || size.innerHeight === 0) return false
  const zoom = zoomOf(size)
  return size.outerWidth - size.innerWidth * zoom > TOOLS_PX || size.outerHeight - size.innerHeight * zoom > TOOLS_PX
}

/** Whether the window covers so little of the screen that something else is beside it. */
export function isSmall({ outerWidth, outerHeight }: WindowSize, screen: { availWidth: number; availHeight: number }): boolean {
  if (screen.availWidth === 0 || screen.availHeight === 0) return false
  return (outerWidth * outerHeight) / (screen.availWidth * screen.availHeight) < SMALL
}
