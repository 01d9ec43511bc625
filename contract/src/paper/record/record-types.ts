// Formats in which browsers record an exam.

/** What a recorder may write, the most wanted first. */
export const recordTypes = {
  camera: ['video/webm;codecs=vp8', 'video/webm;codecs=vp9'],
  sound: ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus'],
  screen: ['video/webm;codecs=vp9', 'video/webm;codecs=vp8'],
} as const
