// What the encoder of a broadcast is asked to do.

/** How the recorder of a browser packs what it sends; `flv` for RTMP. */
export type LiveDemuxer = 'matroska' | 'mov' | 'flv'
export type LiveJob = {
  demuxer: LiveDemuxer
  /** the pictures are H.264 already */
  copies: boolean
  /** receives the playlist and its segments */
  folder: string
}

export const LIVE_PLAYLIST = 'index.m3u8'
/** A segment is as long, or up to the next key frame. */
export const LIVE_SECONDS = 2
/** The bytes read before the first segment: a stream that is just beginning has no more. */
export const liveProbe = { probesize: '1000000', analyzeduration: '1000000' }

export const liveOptions = (folder: string): Record<string, string> => ({
  hls_time: String(LIVE_SECONDS),
  hls_list_size: '0',
  // a segment is written under another name first, so that no viewer gets half of one
  hls_flags: 'independent_segments+temp_file',
  hls_segment_filename: `${folder}/s%05d.ts`,
})

/** Size of the pictures at most, with even sides; encoded ones only. */
export const liveFilter = "scale='min(1280,iw)':-2,setsar=1,format=yuv420p"
export const liveSound = 'aresample=48000:async=1000,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo'
export const LIVE_RATE = 25
