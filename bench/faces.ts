// Measures the local comparison of faces on pictures: distances of one person and of different people, time per picture, memory of the worker.
// node bench/faces.ts <folder>: a folder of folders, one per person, with their pictures. The pictures are not part of the repository.
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { App } from '../server/src/kernel/ctx.ts'
import { distanceOf } from '../server/src/providers/face/face-chip.ts'
import { FaceWorker } from '../server/src/providers/face/face-local.ts'

/** Smaller pictures are enlarged to this width: a camera's picture is never smaller. */
const LEAST_WIDTH = 320
const IDLE_MS = 2_000
const TIMED = 30
const LIMITS = [0.45, 0.5, 0.52, 0.55, 0.58, 0.6, 0.62]

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node bench/faces.ts <folder of folders>')
const log = { warn: console.warn, error: console.error }
const app = { parts: new Map(), health: new Map(), log, onClose: () => undefined } as unknown as App
const rss = () => Math.round(process.memoryUsage().rss / 1_048_576)
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

type Known = { person: string; name: string; vector: Float32Array }
const worker = new FaceWorker(app, IDLE_MS)
const pictures = readdirSync(folder, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .flatMap((one) => readdirSync(join(folder, one.name)).map((name) => ({ person: one.name, name })))
say(`before the first picture: ${rss()} MB, load ${loadavg()[0]!.toFixed(1)}`)
const known: Known[] = []
const refused = new Map<string, number>()
for (const { person, name } of pictures) {
  const picture = sharp(readFileSync(join(folder, person, name)))
  const { width } = await picture.metadata()
  const reply = await worker.look(await (width < LEAST_WIDTH ? picture.resize(LEAST_WIDTH) : picture).jpeg({ quality: 92 }).toBuffer())
  const [first] = 'faces' in reply ? reply.faces : []
  const why = 'problem' in reply ? reply.problem : 'none'
  if (first) known.push({ person, name: `${person}/${name}`, vector: first.vector })
  else refused.set(why, (refused.get(why) ?? 0) + 1)
}
say(`${pictures.length} pictures, ${known.length} with a face of ${new Set(known.map((one) => one.person)).size} people; without: ${JSON.stringify([...refused])}`)
say(`with the worker: ${rss()} MB`)

const same: number[] = []
const others: { distance: number; pair: string }[] = []
for (const [at, one] of known.entries())
  for (const other of known.slice(at + 1)) {
    const distance = distanceOf(one.vector, other.vector)
    if (one.person === other.person) same.push(distance)
    else others.push({ distance, pair: `${one.name} ${other.name}` })
  }
const nearest = others.toSorted((a, b) => a.distance - b.distance)
const share = (count: number, of: number) => `${count} of ${of} (${((100 * count) / of).toFixed(3)} %)`
say(`one person: ${same.length} pairs, ${Math.min(...same).toFixed(3)} to ${Math.max(...same).toFixed(3)}, median ${median(same).toFixed(3)}`)
say(`different people: ${others.length} pairs, median ${median(others.map((one) => one.distance)).toFixed(3)}`)
for (const limit of LIMITS) {
  const wrong = others.filter((one) => one.distance <= limit).length
  const missed = same.filter((one) => one > limit).length
  say(`at ${limit}: wrongly passed ${share(wrong, others.length)}, wrongly refused ${share(missed, same.length)}`)
}
for (const { distance, pair } of nearest.slice(0, 40)) say(`${distance.toFixed(3)} ${pair}`)

const camera = await sharp(readFileSync(join(folder, pictures[0]!.person, pictures[0]!.name)))
  .resize(640, 480, { fit: 'contain', background: '#888' })
  .jpeg()
  .toBuffer()
const [wall, cpu]: [number[], number[]] = [[], []]
for (let at = 0; at < TIMED; at++) {
  const [began, used] = [performance.now(), process.cpuUsage()]
  await worker.look(camera)
  wall.push(performance.now() - began)
  const { user, system } = process.cpuUsage(used)
  cpu.push((user + system) / 1_000)
}
say(`one picture of 640 × 480, warm: median ${median(wall).toFixed(0)} ms, fastest ${Math.min(...wall).toFixed(0)} ms, processor ${median(cpu).toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`)
const full = rss()
const { promise, resolve } = Promise.withResolvers<void>()
const watch = setInterval(() => !worker.isRunning && resolve(), 50)
await promise
clearInterval(watch)
say(`worker ended after ${IDLE_MS / 1_000} s idle: ${full} MB before, ${rss()} MB now`)
