// Makes files as the recorder of a browser writes them: sizes of segment and clusters are left open, sound comes before the picture.
import type { Cluster } from '@shuyuan/contract/paper/record/scan.ts'

const UNKNOWN = Buffer.from('01ffffffffffffff', 'hex')
const element = (id: string, body: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10_00_00_00 + body.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const open = (id: string) => Buffer.concat([Buffer.from(id, 'hex'), UNKNOWN])
const number = (id: string, value: number) => {
  const body = Buffer.alloc(4)
  body.writeUInt32BE(value)
  return element(id, body)
}
const track = (no: number, type: number) => element('ae', Buffer.concat([number('d7', no), number('83', type)]))
/** @param after milliseconds after the cluster's time */
function block(no: number, after: number, isKey: boolean, bytes: number) {
  const head = Buffer.from([0x80 + no, 0, 0, isKey ? 0x80 : 0])
  head.writeInt16BE(after, 1)
  return element('a3', Buffer.concat([head, Buffer.alloc(bytes, no)]))
}

/**
 * A recording with a sound (track 1) and pictures (track 2). `keys`: the clusters at which a player can begin.
 * `dark`: the cluster has sound only, as of a muted camera.
 * @param pictureBytes bytes of the first picture of each cluster
 */
export function makeWebm(
  clusters: readonly { time: number; key: boolean; dark?: boolean }[],
  pictureBytes = 900,
): { bytes: Buffer; keys: Cluster[] } {
  const parts = [element('1a45dfa3', Buffer.alloc(20)), open('18538067'), element('1654ae6b', Buffer.concat([track(1, 2), track(2, 1)]))]
  const keys: Cluster[] = []
  for (const { time, key, dark = false } of clusters) {
    if (key) keys.push({ at: Buffer.concat(parts).length, time })
    parts.push(
      open('1f43b675'),
      number('e7', time),
      block(1, 0, true, 40),
      ...(dark ? [] : [block(2, 5, key, pictureBytes)]),
      block(1, 200, true, 40),
      ...(dark ? [] : [block(2, 400, false, 300)]),
    )
  }
  return { bytes: Buffer.concat(parts), keys }
}
