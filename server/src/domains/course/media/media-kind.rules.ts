// How files of each media type are read.

/** The demuxer is chosen by the type that the first bytes showed at the upload, never by what the content claims. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'audio/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'asf',
  'video/mpeg': 'mpeg',
  'video/mp2t': 'mpegts',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
}
/** Formats whose length is read without the encoder. */
const unread = new Set(['video/x-msvideo', 'video/x-flv', 'video/x-ms-wmv', 'video/mpeg'])
const playable = new Set(['video/mp4', 'video/webm', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/ogg'])

/** Throws for a type that is none of a video or sound. */
export function demuxerOf(type: string): string {
  const demuxer = demuxers[type]
  if (demuxer === undefined) throw new Error(`${type} is not encoded`)
  return demuxer
}
export const isReadable = (type: string): boolean => !unread.has(type)
/** Whether browsers play the upload as it is. */
export const isPlayable = (type: string): boolean => playable.has(type)
