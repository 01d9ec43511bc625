// Tells when a track gives nothing: muted by the system, another program, or a key of the keyboard. It comes back by itself.

/** Devices that are changed are muted for a moment. */
const MUTED_MS = 2_000

/** What of a source gives nothing now; a picture counts before a sound. */
export type Muted = 'picture' | 'sound' | undefined

/** Follows the tracks of a stream. @param tell gets each change @returns ends it */
export function followMute(stream: MediaStream, tell: (muted: Muted) => void): () => void {
  const tracks = stream.getTracks()
  const timers = new Map<MediaStreamTrack, ReturnType<typeof setTimeout>>()
  const muted = new Set<MediaStreamTrack>()
  let said: Muted
  const look = () => {
    const kinds = [...muted].map((track) => track.kind)
    const now: Muted = kinds.length === 0 ? undefined : kinds.includes('video') ? 'picture' : 'sound'
    if (now === said) return
    said = now
    tell(now)
  }
  const wait = (track: MediaStreamTrack) => {
    clearTimeout(timers.get(track))
    timers.set(
      track,
      setTimeout(() => {
        muted.add(track)
        look()
      }, MUTED_MS),
    )
  }
  const onMute = ({ target }: Event) => wait(target as MediaStreamTrack)
  const onUnmute = ({ target }: Event) => {
    const track = target as MediaStreamTrack
    clearTimeout(timers.get(track))
    muted.delete(track)
    look()
  }
  for (const track of tracks) {
    track.addEventListener('mute', onMute)
    track.addEventListener('unmute', onUnmute)
    if (track.muted) wait(track)
  }
  return () => {
    for (const timer of timers.values()) clearTimeout(timer)
    for (const track of tracks) {
      track.removeEventListener('mute', onMute)
      track.removeEventListener('unmute', onUnmute)
    }
  }
}
