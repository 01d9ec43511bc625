// The place in the file that is being learnt. The player is found in the page: notes stand beside it, whatever plays the file.
const media = () =>
  document.querySelector<HTMLMediaElement>('main video, main audio') ?? document.querySelector<HTMLMediaElement>('video, audio')

/** Whole seconds into the open video or audio; 0 without one. */
export const secondsNow = (): number => Math.floor(media()?.currentTime ?? 0)

/** Moves the open video or audio; the course's rules on seeking apply. @returns whether there is one */
export function seekTo(seconds: number): boolean {
  const open = media()
  if (!open || open.readyState === HTMLMediaElement.HAVE_NOTHING) return false
  open.currentTime = seconds
  open.scrollIntoView({ block: 'nearest' })
  return true
}

/** Calls `act` as soon as a medium can be moved. @returns a function that gives up */
export function whenPlayable(act: () => void): () => void {
  // media events do not bubble; with `loadeddata` the player has already gone to where it was left
  document.addEventListener('loadeddata', act, { capture: true, once: true })
  return () => document.removeEventListener('loadeddata', act, { capture: true })
}
