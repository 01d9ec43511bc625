// Whether the browser has the decoders of the site's videos. On Linux, Firefox takes them from FFmpeg, and WebKit from GStreamer.

/** H.264 pictures with AAC sound, as the server encodes videos */
const VIDEO = 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"'

/** `media`: any element; the answer is the same for all of them */
export const hasDecoders = (media: HTMLMediaElement): boolean => media.canPlayType(VIDEO) !== ''
