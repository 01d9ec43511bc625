// npm run bench -- similar [--seed 11] [--people 2000] [--items 50] [--copied 20] [--world plain]: the comparison of all papers of a drawn exam.
import { performance, monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { isPatterned } from '../../server/src/domains/stat/similar/pattern.rules.ts'
import { Level, type World } from '../../server/src/domains/stat/similar/similar.rules.ts'
import { studyInThread } from '../../server/src/domains/stat/similar/thread.service.ts'
import { pairName, plant, type Planted, worlds } from './world.ts'

const MB = 1024

export async function benchSimilar(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '11' },
      people: { type: 'string', default: '2000' },
      items: { type: 'string', default: '50' },
      copied: { type: 'string', default: '20' },
      world: { type: 'string', default: 'plain' },
    },
  })
  const world = worlds.find((one) => one === values.world)
  if (!world) throw new Error(`--world is one of ${worlds.join(', ')}`)
  const [seed, people, items, copied] = [values.seed, values.people, values.items, values.copied].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const planted = plant({ seed, people, items, copied, world })
  const kept = without(planted.world, patterned(planted))
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const before = process.cpuUsage()
  const begin = performance.now()
  const { lambda, pairs, counts, problem } = await studyInThread({
    ...kept.world,
    seconds: new Float64Array(kept.world.people * items),
    texts: [],
    patterned: [],
  })
  const wall = (performance.now() - begin) / 1_000
  const { user, system } = process.cpuUsage(before)
  loop.disable()
  const shown = pairs
    .filter((one) => one.level > Level.kept)
    .map((one) => ({ ...one, name: pairName(kept.people[one.a]!, kept.people[one.b]!) }))
  const group = new Set(planted.group.flatMap((a) => planted.group.map((b) => pairName(a, b))))
  const found = (share: number) => shown.filter((one) => planted.shares.get(one.name) === share).length
  const round = (value: number, digits = 1) => Number(value.toFixed(digits))
  process.stdout.write(
    `${people} people, ${items} questions, world ${world}, seed ${seed}: ${counts.reduce((sum, one) => sum + one, 0)} pairs compared in ` +
      `${round(wall)} s, longest stop of the main thread ${round(loop.max / 1e6, 0)} ms\n`,
  )
  process.stdout.write(
    `${JSON.stringify({
      falsePairs: shown.filter((one) => !planted.shares.has(one.name) && !group.has(one.name)).length,
      found80: found(0.8),
      found50: found(0.5),
      found30: found(0.3),
      foundGroup: shown.filter((one) => group.has(one.name)).length,
      left: people - kept.people.length,
      seconds: round((user + system) / 1e6),
      megabytes: Math.round(process.resourceUsage().maxRSS / MB),
      lambda: round(lambda, 3),
      problem,
    })}\n`,
  )
}

const patterned = ({ letters, keys }: Planted) =>
  new Set(
    [...letters.keys()].filter((person) =>
      isPatterned(letters[person]!.map((one, item) => ({ letters: one < 0 ? '' : 'ABCD'[one]!, right: one === keys[item] }))),
    ),
  )

function without(world: World, left: ReadonlySet<number>): { world: World; people: number[] } {
  const people = Array.from({ length: world.people }, (_, at) => at).filter((one) => !left.has(one))
  const rows = (values: Int8Array) =>
    Int8Array.from(people.flatMap((one) => [...values.subarray(one * world.items, (one + 1) * world.items)]))
  const of = (values: Int32Array) => Int32Array.from(people, (one) => values[one]!)
  return {
    people,
    world: {
      ...world,
      people: people.length,
      picks: rows(world.picks),
      right: rows(world.right),
      departs: of(world.departs),
      addresses: of(world.addresses),
      sittings: of(world.sittings),
    },
  }
}
