// Starts the encoder of a broadcast: the same sources as for files, an installed ffmpeg or the package.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { compileCacheEnv } from '../compile-cache.ts'
import { lastText } from './child.ts'
import { LIVE_PLAYLIST, LIVE_RATE, LIVE_SECONDS, liveFilter, type LiveJob, liveOptions, liveProbe, liveSound } from './live-job.ts'

export type LiveRun = {
  /** takes the bytes of the broadcast; its end ends the encoder */
  input: Writable
  /** settles when the encoder has ended: '' when it did so by itself, else why */
  done: Promise<string>
  kill: () => void
}

const pairs = (options: Record<string, string>) => Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])

function argumentsOf({ demuxer, copies, folder }: LiveJob): string[] {
  const encoding = '-c:v libx264 -preset ultrafast -tune zerolatency -crf 26 -profile:v baseline -sc_threshold 0'.split(' ')
  const pictures = copies
    ? ['-c:v', 'copy']
    : [...encoding, '-g', String(LIVE_RATE * LIVE_SECONDS), '-vf', `fps=${LIVE_RATE},${liveFilter}`]
  const sound = ['-c:a', 'aac', '-b:a', '128k', '-af', liveSound]
  const input = ['-protocol_whitelist', 'pipe', ...pairs(liveProbe), '-f', demuxer, '-i', 'pipe:0']
  const streams = ['-map', '0:v:0?', '-map', '0:a:0?', ...pictures, ...sound]
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    ...input,
    ...streams,
    '-f',
    'hls',
    ...pairs(liveOptions(folder)),
    join(folder, LIVE_PLAYLIST),
  ]
}

/** @param program the path of an ffmpeg; '' for the package */
export function startLive(program: string, job: LiveJob): LiveRun {
  const env = { PATH: process.env.PATH ?? '' }
  const child: ChildProcess =
    program === ''
      ? fork(new URL('live.worker.ts', import.meta.url), {
          stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
          execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
          env: { ...env, ...compileCacheEnv() },
        })
      : spawn(program, argumentsOf(job), { cwd: job.folder, stdio: ['pipe', 'ignore', 'pipe'], env })
  const written = lastText(child)
  const done = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, by) => resolve(code === 0 ? '' : `${written().slice(-300)} (${by ?? code})`.trim()))
  })
  const input = child.stdin!
  // an encoder that ended takes no more bytes; `done` tells why
  input.on('error', () => undefined)
  if (program === '') child.send(job, () => undefined)
  return { input, done, kill: () => void child.kill('SIGKILL') }
}
