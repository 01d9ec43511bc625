// Writes a recording of a browser anew, packet by packet and without decoding, so that players know its length and can jump.
import {
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { setImmediate } from 'node:timers/promises'

export type Bytes = { size: number; read: (from: number, to: number) => Promise<Uint8Array> }

/** Packets between two pauses in which other work runs. */
const PORTION = 200

type Media = { packets: AsyncIterator<Packet>; add: (packet: Packet) => Promise<void> }
type Packet = NonNullable<Awaited<ReturnType<EncodedPacketSink['getFirstPacket']>>>

/**
 * Writes the tracks of a WebM to a file that begins at zero, with length and index.
 * Throws for bytes that are no WebM with a picture; of one that fails later the file may be there in part.
 */
export async function remuxWebm(bytes: Bytes, path: string): Promise<void> {
  const input = new Input({ source: new CustomSource({ getSize: () => bytes.size, read: bytes.read }), formats: [WEBM] })
  try {
    const tracks = await tracksOf(input)
    // the target opens its file at once, and closes it with an output that was started
    const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(path) })
    try {
      const media = tracks.map((addTo) => addTo(output))
      await output.start()
      await copyPackets(media)
      await output.finalize()
    } catch (error) {
      await output.cancel().catch(() => undefined)
      throw error
    }
  } finally {
    input.dispose()
  }
}

type Track = (output: Output) => Media

/** The picture, and the sound if there is one, read as far as an output needs to know them. */
async function tracksOf(input: Input): Promise<Track[]> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const [videoCodec, audioCodec] = [await video?.getCodec(), await audio?.getCodec()]
  if (!video || !videoCodec) throw new TypeError('no picture')
  const seen = await video.getDecoderConfig()
  const picture: Track = (output) => {
    const source = new EncodedVideoPacketSource(videoCodec)
    output.addVideoTrack(source)
    const add = (packet: Packet) => source.add(packet, seen ? { decoderConfig: seen } : undefined)
    return { packets: new EncodedPacketSink(video).packets(), add }
  }
  if (!audio || !audioCodec) return [picture]
  const heard = await audio.getDecoderConfig()
  const sound: Track = (output) => {
    const source = new EncodedAudioPacketSource(audioCodec)
    output.addAudioTrack(source)
    const add = (packet: Packet) => source.add(packet, heard ? { decoderConfig: heard } : undefined)
    return { packets: new EncodedPacketSink(audio).packets(), add }
  }
  return [picture, sound]
}

/** In the order of time over all tracks, from the first picture on. */
async function copyPackets(media: readonly Media[]): Promise<void> {
  const waiting = await Promise.all(media.map(async (one) => ({ ...one, next: await one.packets.next() })))
  const zero = waiting[0]!.next.done ? 0 : waiting[0]!.next.value.timestamp
  for (let copied = 1; ; copied++) {
    const left = waiting.flatMap((one) => (one.next.done ? [] : [{ one, packet: one.next.value }]))
    if (left.length === 0) return
    const { one, packet } = left.reduce((first, other) => (other.packet.timestamp < first.packet.timestamp ? other : first))
    // sound before the first picture
    if (packet.timestamp >= zero) await one.add(packet.clone({ timestamp: packet.timestamp - zero }))
    one.next = await one.packets.next()
    if (copied % PORTION === 0) await setImmediate()
  }
}
