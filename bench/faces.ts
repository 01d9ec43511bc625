// Measures the local comparison of faces on pictures: distances of one person and of different people, time per picture, memory of the worker.
// npm run bench -- faces <folder>: a folder of folders, one per person, with their pictures. The pictures are not part of the repository.
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { App } from '../server/src/kernel/ctx.ts'
import { pictures } from '../server/src/kernel/picture.ts'
import { distanceOf } from '../server/src/providers/face/face-chip.ts'
import { FaceWorker } from '../server/src/providers/face/face-local.ts'

/** Smaller pictures are enlarged to this width: a camera's picture is never smaller. */
const LEAST_WIDTH = 320
const IDLE_MS = 2_000
const TIMED = 30
const LIMITS = [0.4, 0.42, 0.45, 0.48, 0.5, 0.52, 0.55, 0.58, 0.6, 0.62]
/** Nearer pictures of different folders are one picture in two packages. */
const SAME_PICTURE = 0.2
const SHOWN = 10

const log = { warn: console.warn, error: console.error }
const rss = () => Math.round(process.memoryUsage().rss / 1_048_576)
const load = () => loadavg()[0]!.toFixed(1)
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
const share = (count: number, of: number) => `${count} of ${of} (${((100 * count) / of).toFixed(3)} %)`

type Known = { person: string; name: string; vector: Float32Array }

async function lookAtAll(worker: FaceWorker, folder: string): Promise<Known[]> {
  const people = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
  const shots = people.flatMap(({ name: person }) => readdirSync(join(folder, person)).map((name) => ({ person, name })))
  const known: Known[] = []
  for (const { person, name } of shots) {
    const picture = (await pictures())(readFileSync(join(folder, person, name)))
    const { width } = await picture.metadata()
    const large = width < LEAST_WIDTH ? picture.resize(LEAST_WIDTH) : picture
    const reply = await worker.look(await large.jpeg({ quality: 92 }).toBuffer())
    const [first] = 'faces' in reply ? reply.faces : []
    if (first) known.push({ person, name: join(person, name), vector: first.vector })
  }
  say(`${shots.length} pictures, ${known.length} with a face, of ${new Set(known.map((one) => one.person)).size} people`)
  return known
}

function comparePairs(known: readonly Known[]) {
  const same: number[] = []
  const others: { distance: number; pair: string }[] = []
  let doubles = 0
  for (const [at, one] of known.entries())
    for (const other of known.slice(at + 1)) {
      const distance = distanceOf(one.vector, other.vector)
      if (one.person === other.person) same.push(distance)
      else if (distance > SAME_PICTURE) others.push({ distance, pair: `${one.name} ${other.name}` })
      else doubles++
    }
  say(
    `one person: ${same.length} pairs, ${Math.min(...same).toFixed(3)} to ${Math.max(...same).toFixed(3)}, median ${median(same).toFixed(3)}`,
  )
  say(
    `different people: ${others.length} pairs, median ${median(others.map((one) => one.distance)).toFixed(3)}; ${doubles} are one picture`,
  )
  for (const limit of LIMITS) {
    const wrong = others.filter((one) => one.distance <= limit).length
    const missed = same.filter((one) => one > limit).length
    say(`at ${limit}: wrongly passed ${share(wrong, others.length)}, wrongly refused ${share(missed, same.length)}`)
  }
  for (const { distance, pair } of others.toSorted((a, b) => a.distance - b.distance).slice(0, SHOWN)) say(`${distance.toFixed(3)} ${pair}`)
}

async function timeOne(worker: FaceWorker, file: string) {
  const camera = await (await pictures())(readFileSync(file)).resize(640, 480, { fit: 'contain', background: '#888' }).jpeg().toBuffer()
  const [wall, cpu]: [number[], number[]] = [[], []]
  for (let at = 0; at < TIMED; at++) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    await worker.look(camera)
    wall.push(performance.now() - began)
    const { user, system } = process.cpuUsage(used)
    cpu.push((user + system) / 1_000)
  }
  const times = `median ${median(wall).toFixed(0)} ms, fastest ${Math.min(...wall).toFixed(0)} ms, processor ${median(cpu).toFixed(0)} ms`
  say(`one picture of 640 × 480, warm: ${times}, load ${load()}`)
}

export async function benchFaces([folder]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('npm run bench -- faces <folder of people>')
  const app = { parts: new Map(), health: new Map(), log, onClose: () => undefined } as unknown as App
  const worker = new FaceWorker(app, IDLE_MS)
  say(`before the first picture: ${rss()} MB, load ${load()}`)
  const known = await lookAtAll(worker, folder)
  say(`with the worker: ${rss()} MB`)
  comparePairs(known)
  await timeOne(worker, join(folder, known[0]!.name))
  const full = rss()
  const { promise, resolve } = Promise.withResolvers<void>()
  const watch = setInterval(() => !worker.isRunning && resolve(), 50)
  await promise
  clearInterval(watch)
  say(`worker ended after ${IDLE_MS / 1_000} s idle: ${full} MB before, ${rss()} MB now`)
}
