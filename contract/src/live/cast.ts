// How a page sends a broadcast: `POST {cast}/{part}?offset=&type=` with the bytes that its recorder wrote, for each part from 0 on.

/** on: go on at `size`; renew: begin another part; over: the room has ended; elsewhere: another page broadcasts now. */
export const castReply = { on: 'on', renew: 'renew', over: 'over', elsewhere: 'elsewhere' } as const
export type CastReply = {
  /** bytes of the part that the server has */
  size: number
  go: (typeof castReply)[keyof typeof castReply]
}

/** What a recorder writes: container and pictures. */
export const castTypes = {
  'webm-h264': 'video/webm;codecs=h264,opus',
  'mp4-h264': 'video/mp4;codecs="avc1.42E01E,opus"',
  'mp4-aac': 'video/mp4;codecs="avc1.42E01E,mp4a.40.2"',
  webm: 'video/webm;codecs=vp8,opus',
  sound: 'audio/webm;codecs=opus',
  'sound-mp4': 'audio/mp4;codecs=mp4a.40.2',
} as const
export type CastType = keyof typeof castTypes
/** Bytes of one message. */
export const CAST_BYTES = 4 * 1_024 * 1_024
