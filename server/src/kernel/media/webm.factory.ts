// Makes WebM files with a picture and a sound as a recorder writes them, without an encoder: packets are filled with bytes.
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'

/** @returns a file of so many seconds with five pictures a second, a key frame every five seconds, and no length */
export async function makeRealWebm(seconds: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 1 }), target })
  const pictures = new EncodedVideoPacketSource('vp8')
  const sounds = new EncodedAudioPacketSource('opus')
  output.addVideoTrack(pictures)
  output.addAudioTrack(sounds)
  await output.start()
  for (let at = 0; at < seconds * 5; at++) {
    const type = at % 25 === 0 ? 'key' : 'delta'
    const picture = new EncodedPacket(new Uint8Array(900).fill(at), type, at / 5, 0.2)
    await pictures.add(picture, { decoderConfig: { codec: 'vp8', codedWidth: 320, codedHeight: 240 } })
    const sound = new EncodedPacket(new Uint8Array(60).fill(at), 'key', at / 5, 0.2)
    await sounds.add(sound, { decoderConfig: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 } })
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}
