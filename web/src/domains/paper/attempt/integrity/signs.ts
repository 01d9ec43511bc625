// Heuristics for a second screen and small windows.
import type { WindowSize } from '../../../../shared/page/docked-tools.ts'

/** share of the screen below which another window fits beside */
const SMALL = 0.6

/** Whether the window leaves room for another one. */
export function isSmall({ outerWidth, outerHeight }: WindowSize, screen: { availWidth: number; availHeight: number }): boolean {
  if (screen.availWidth === 0 || screen.availHeight === 0) return false
  return (outerWidth * outerHeight) / (screen.availWidth * screen.availHeight) < SMALL
}
