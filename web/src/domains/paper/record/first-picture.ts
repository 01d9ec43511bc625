// When the first picture of a film was taken. A recorder gives each picture once it has the next one, and says late that it has begun: both are half a second off at two pictures a second.

/** Of a few pictures the least delay counts. */
const PICTURES_READ = 5

type Frame = Pick<VideoFrame, 'timestamp' | 'close'>
/** Missing where a browser does not hand out pictures of a track. */
type Processor = new (init: { track: MediaStreamTrack }) => { readable: ReadableStream<Frame> }
const processor = () => (globalThis as { MediaStreamTrackProcessor?: Processor }).MediaStreamTrackProcessor

/**
 * Watches the first pictures of a track whose recorder was started a moment ago.
 * @param tell gets the moment of the first picture by `performance.now()`, several times, each time nearer
 */
export async function watchFirst(track: MediaStreamTrack | undefined, tell: (at: number) => void): Promise<void> {
  const Pictures = processor()
  if (!Pictures || !track) return
  const reader = new Pictures({ track }).readable.getReader()
  let first: number | undefined
  let delay = Infinity
  for (let read = 0; read < PICTURES_READ; read++) {
    const { value, done } = await reader.read()
    if (done) return
    // microseconds of a clock of its own
    const taken = value.timestamp / 1_000
    value.close()
    first ??= taken
    delay = Math.min(delay, performance.now() - taken)
    tell(first + delay)
  }
  await reader.cancel()
}
