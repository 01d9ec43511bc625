// Which encoder is used, and what a program is asked to do; the program is a stand-in that notes its arguments.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { EncodeJob } from './encode-job.ts'
import { findEncoder } from './encoder.ts'

const root = await mkdtemp(join(tmpdir(), 'shuyuan-encoder-'))
const path = process.env.PATH ?? ''
afterEach(() => void (process.env.PATH = path))
afterAll(() => rm(root, { recursive: true, force: true }))

/** A folder with a program `ffmpeg` of this version, which notes its arguments in `asked` of its working folder. */
async function install(name: string, version: string, more = ''): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  const script = `#!/bin/sh
case "$*" in *-version*) echo "ffmpeg version ${version} Copyright (c)"; exit 0;; esac
printf '%s\\n' "$@" -- >> asked
env > environment
${more}
`
  await writeFile(join(folder, 'ffmpeg'), script)
  await chmod(join(folder, 'ffmpeg'), 0o755)
  return folder
}
const onPath = (folder: string) => void (process.env.PATH = `${folder}:${path}`)
const foundIn = async (folder: string) => {
  const { source, version } = await findEncoder(folder)
  return [source, version]
}

test('the settings’ folder comes first, then the path, then the package, and a copy in the end', async () => {
  const own = await install('own', '6.1.1')
  onPath(await install('path', 'n7.0-12-gabc'))
  expect(await foundIn(own)).toEqual(['folder', '6.1.1'])
  expect(await foundIn('')).toEqual(['path', 'n7.0-12-gabc'])
  expect(await foundIn(join(root, 'nowhere'))).toEqual(['path', 'n7.0-12-gabc'])
  process.env.PATH = join(root, 'nowhere')
  expect(await foundIn('')).toEqual(['package', expect.stringMatching(/^\d/)])
  expect((await findEncoder('', async () => undefined)).source).toBe('copy')
})

test('a program that is too old, or none, is passed over; a build from sources has no number and is taken', async () => {
  onPath(await install('build', 'N-109-gabc'))
  expect(await foundIn(await install('old', '4.3.9'))).toEqual(['path', 'N-109-gabc'])
  expect(await foundIn(await install('just', '4.4'))).toEqual(['folder', '4.4'])
})

const info = { seconds: 20, videoCodec: 'hevc', audioCodec: 'aac', width: 1080, height: 1920, rotation: 0 }
async function run(given: Partial<EncodeJob>, folder: string) {
  const work = await mkdtemp(join(root, 'work-'))
  const job: EncodeJob = { input: '/data/a b.mov', demuxer: 'mov', folder: work, rendition: 'mp4', box: null, info, keyInfo: '', ...given }
  const percents: number[] = []
  const control = { signal: new AbortController().signal, onPercent: (one: number) => void percents.push(one), isPaused: () => false }
  await (await findEncoder(folder)).run(job, control)
  const asked = (await readFile(join(work, 'asked'), 'utf8')).split('--\n').map((one) => one.split('\n').slice(0, -1))
  return { work, percents, asked: asked.slice(0, -1), environment: await readFile(join(work, 'environment'), 'utf8') }
}
const valueOf = (asked: string[], option: string) => asked[asked.indexOf(option) + 1]

test('the program reads this one file only, knows its format, and gets nothing of the server’s environment', async () => {
  process.env.SECRET_OF_SERVER = 'secret'
  const { asked, environment, percents } = await run(
    {},
    await install('plain', '7.1', 'echo out_time_us=5000000; echo out_time_us=90000000'),
  )
  delete process.env.SECRET_OF_SERVER
  expect(asked).toHaveLength(2)
  for (const one of asked) {
    expect([valueOf(one, '-protocol_whitelist'), valueOf(one, '-f'), valueOf(one, '-i')]).toEqual(['file', 'mov', '/data/a b.mov'])
    expect(one).toContain('-nostdin')
  }
  expect(environment).not.toContain('SECRET_OF_SERVER')
  expect(percents).toEqual([25, 99])
  await expect(run({ input: 'concat:a.mp4' }, join(root, 'plain'))).rejects.toThrow('The input must be a file.')
})

test.each([
  ['480p', [854, 480], 'scale=480:852'],
  ['720p', [1280, 720], 'scale=720:1280'],
  ['1080p', [1920, 1080], 'scale=1080:1920'],
  ['2k', [2048, 1152], 'scale=1080:1920'],
] as const)('%s stands for portrait, and enlarges nothing', async (_quality, box, filter) => {
  const { asked } = await run({ box }, await install('plain', '7.1'))
  expect(valueOf(asked[0]!, '-vf')).toContain(`${filter},`)
})

test('what players need already is copied as it is; an encrypted playlist gets its key from a file', async () => {
  const folder = await install('plain', '7.1')
  const plays = { ...info, videoCodec: 'avc' }
  expect(valueOf((await run({ info: plays }, folder)).asked[0]!, '-c')).toBe('copy')
  const { asked, work } = await run({ info: plays, rendition: 'm3u8_encode', keyInfo: '/data/key.info' }, folder)
  expect(valueOf(asked[0]!, '-hls_key_info_file')).toBe('/data/key.info')
  expect(asked[0]!.at(-1)).toBe(join(work, 'index.m3u8'))
})

test('a program that fails says why', async () => {
  const folder = await install('broken', '7.1', 'echo "moov atom not found" >&2; exit 1')
  await expect(run({}, folder)).rejects.toThrow('moov atom not found')
})
