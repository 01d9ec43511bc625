// npm run bench -- similar [--seed 11] [--people 2000] [--items 50] [--copied 20] [--world plain] [--server]: the comparison of all papers of a
// drawn exam, in a worker; with --server on a site, while /readyz is asked.
import { performance, monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { studyInThread } from '../../server/src/domains/stat/similar/thread.service.ts'
import { machine, say } from '../fresh.ts'
import { round } from '../measure.ts'
import { foundOf, plant, type Planted, type Wish, worlds } from './world.ts'

const MB = 1_024

export async function benchSimilar(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '11' },
      people: { type: 'string', default: '2000' },
      items: { type: 'string', default: '50' },
      copied: { type: 'string', default: '20' },
      world: { type: 'string', default: 'plain' },
      server: { type: 'boolean', default: false },
    },
  })
  const world = worlds.find((one) => one === values.world)
  if (!world) throw new Error(`--world is one of ${worlds.join(', ')}`)
  const numberOf = (name: 'seed' | 'people' | 'items' | 'copied', least: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} is a whole number from ${least} on`)
    return value
  }
  const wish = {
    seed: numberOf('seed', 0),
    people: numberOf('people', 2),
    items: numberOf('items', 1),
    copied: numberOf('copied', 0),
    world,
  }
  if (wish.copied * 6 + 10 > wish.people) throw new Error('--copied needs six times as many people')
  say(machine())
  const planted = plant(wish)
  if (values.server) {
    // the whole server is loaded for it, which would count as memory of the comparison
    const { compareOnSite } = await import('./site.ts')
    say(JSON.stringify(await compareOnSite(planted)))
    return
  }
  await measure(wish, planted)
}

async function measure({ people, items, seed, world }: Wish, planted: Planted) {
  const loaded = Math.round(process.resourceUsage().maxRSS / MB)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const before = process.cpuUsage()
  const begin = performance.now()
  const studied = await studyInThread(planted.study)
  const wall = (performance.now() - begin) / 1_000
  const { user, system } = process.cpuUsage(before)
  loop.disable()
  const compared = studied.counts.reduce((sum, one) => sum + one, 0)
  const stop = Math.round(loop.max / 1e6)
  say(
    `${people} people, ${items} questions, world ${world}, seed ${seed}: ${compared} pairs in ${round(wall)} s, longest stop of the main thread ${stop} ms, ${loaded} MB before`,
  )
  say(
    JSON.stringify({
      ...foundOf(studied, planted),
      left: planted.study.patterned.length,
      texts: studied.texts.length,
      fast: studied.fast.length,
      seconds: round((user + system) / 1e6),
      megabytes: Math.round(process.resourceUsage().maxRSS / MB),
      lambda: Math.round(studied.lambda * 1_000) / 1_000,
      problem: studied.problem,
    }),
  )
}
