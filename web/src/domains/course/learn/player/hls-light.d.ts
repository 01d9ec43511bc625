// The light build of hls.js has no types of its own.
declare module 'hls.js/light' {
  import type Full from 'hls.js'

  export const Hls: typeof Full
  export { ErrorTypes, Events } from 'hls.js'
}
