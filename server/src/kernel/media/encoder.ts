// Finds what encodes media on this server: an installed ffmpeg, else the libraries of the package node-av.
import { execFile, spawn } from 'node:child_process'
import { isAbsolute, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { askChild, calm, type Control, lastText, watchChild } from './child.ts'
import { copyEncoder } from './copy.ts'
import {
  type EncodeJob,
  isCopied,
  MAX_PIXELS,
  MAX_RATE,
  MAX_SECONDS,
  OUTPUT_FILE,
  pictureFilter,
  PLAYLIST,
  playlistOptions,
  POSTER,
  posterFilter,
  posterSecond,
  SEGMENT_SECONDS,
} from './encode-job.ts'

/** Where an encoder was found: the folder of the settings, the path of the system, or the installed package; `copy`: none was found. */
export type EncoderSource = 'folder' | 'path' | 'package' | 'copy'
export type Encoder = {
  source: EncoderSource
  version: string
  /** the path of an ffmpeg; without it the package is used */
  program?: string
  /** Writes the output into the folder of the job. Throws when the process fails or is stopped. */
  run: (job: EncodeJob, control: Control) => Promise<void>
  /** Writes only POSTER into the folder of the job; nothing where it cannot. Throws as `run`. */
  poster: (job: EncodeJob, control: Control) => Promise<void>
}

const MOST_MS = 6 * 3_600_000
const ASK_MS = 10_000
const POSTER_MS = 60_000
const OLDEST = 4.4

/** The version of a program; undefined when it is missing or too old. Builds from the source tree have no number. */
async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-hide_banner', '-version'], { timeout: ASK_MS })
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1]
    const number = Number.parseFloat(/^n?(\d+\.\d+)/.exec(version ?? '')?.[1] ?? '')
    return Number.isNaN(number) || number >= OLDEST ? version : undefined
  } catch {
    return undefined
  }
}

async function packageEncoder(): Promise<Encoder | undefined> {
  try {
    const found = await askChild({ act: 'version' }, calm)
    const run = async (job: EncodeJob, control: Control) => void (await askChild({ act: 'encode', job }, control, MOST_MS))
    const poster = async (job: EncodeJob, control: Control) => void (await askChild({ act: 'poster', job }, control, POSTER_MS))
    return 'version' in found ? { source: 'package', version: found.version, run, poster } : undefined
  } catch {
    return undefined
  }
}

/** Looks for an encoder: in the folder of the settings ('' for none), on the path, in the package; without any, files are copied. */
export async function findEncoder(folder: string, ownPackage = packageEncoder): Promise<Encoder> {
  const places: [EncoderSource, string][] = [
    ...(folder === '' ? [] : [['folder', join(folder, 'ffmpeg')] as [EncoderSource, string]]),
    ['path', 'ffmpeg'],
  ]
  for (const [source, program] of places) {
    const version = await versionOf(program)
    if (version === undefined) continue
    const run = (job: EncodeJob, control: Control) => runProgram(program, job, control)
    return { source, version, program, run, poster: (job, control) => posterBy(program, job, control) }
  }
  return (await ownPackage()) ?? copyEncoder()
}

const optionsOf = (options: Record<string, string>) => Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])

const pictureCodec = '-c:v libx264 -preset veryfast -crf 23 -profile:v main -sc_threshold 0'.split(' ')
const soundCodec = '-c:a aac -b:a 128k -ac 2 -ar 48000 -max_muxing_queue_size 1024 -threads 2'.split(' ')

function encodeArguments(job: EncodeJob): string[] {
  const { folder, rendition, info, box, keyInfo } = job
  const filter = pictureFilter(info, box)
  const codecs = isCopied(job)
    ? ['-c', 'copy']
    : [
        ['-vf', filter, '-fpsmax', String(MAX_RATE)],
        pictureCodec,
        ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
        soundCodec,
      ].flat()
  const output =
    rendition === 'mp4'
      ? ['-movflags', '+faststart', '-f', 'mp4', join(folder, OUTPUT_FILE)]
      : ['-f', 'hls', ...optionsOf(playlistOptions(folder, keyInfo)), join(folder, PLAYLIST)]
  return ['-map', '0:v:0?', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-t', String(MAX_SECONDS), ...codecs, ...output]
}

const common = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-progress', 'pipe:1']

function inputOf({ input, demuxer }: EncodeJob): string[] {
  if (!isAbsolute(input)) throw new Error('The input must be a file.')
  return ['-protocol_whitelist', 'file', '-max_pixels', String(MAX_PIXELS), '-f', demuxer, '-i', input]
}

async function runProgram(program: string, job: EncodeJob, control: Control): Promise<void> {
  await start(program, [...common, ...inputOf(job), ...encodeArguments(job)], job, control)
  await posterBy(program, job, control)
}

async function posterBy(program: string, job: EncodeJob, control: Control): Promise<void> {
  if (job.info.videoCodec === '') return
  const poster = ['-map', '0:v:0', '-vf', posterFilter, '-frames:v', '1', '-update', '1', '-f', 'image2', join(job.folder, POSTER)]
  await start(program, [...common, '-ss', String(posterSecond(job.info)), ...inputOf(job), ...poster], job, {
    ...control,
    onPercent: () => undefined,
  })
}

function start(program: string, given: string[], { folder, info }: EncodeJob, control: Control): Promise<void> {
  const child = spawn(program, given, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '' } })
  const watch = watchChild(child, control, MOST_MS)
  const written = lastText(child)
  createInterface(child.stdout).on('line', (line) => {
    const micros = Number(/^out_time_us=(\d+)/.exec(line)?.[1])
    if (micros > 0 && info.seconds > 0) control.onPercent(Math.min(99, Math.floor(micros / info.seconds / 10_000)))
  })
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(watch.reason() || `ffmpeg: ${written().slice(-500)}`))))
  }).finally(() => watch.end())
}
