// npm run engines: journeys of learners and teachers in every browser engine that is installed here; what is missing is named.
// `-- --engine Firefox` runs one of them, `-- --journey SCORM` those with this in their title. The results go into docs/browsers.md.
// The exit code is 1 for a journey that failed and for an engine that is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import makeSchool from '../e2e/global-setup.ts'
import { openSite, type Site } from '../e2e/server.ts'
import { chromiumEngine } from './engines/chromium.ts'
import { desktop, type Engine, type EnginePage } from './engines/engine.ts'
import { firefoxEngine } from './engines/firefox.ts'
import { Hand } from './engines/hand.ts'
import { Cannot, type Journey } from './engines/journey.ts'
import { journeys } from './engines/journeys.ts'
import { type Seen, withColumn } from './engines/table.ts'
import { webkitEngine } from './engines/webkit.ts'
import { buildWebIfStale } from './web-build.ts'

const phone = [390, 844] as const
const { values } = parseArgs({ options: { engine: { type: 'string' }, journey: { type: 'string' } } })
const engines = [chromiumEngine, firefoxEngine, webkitEngine].filter(({ name }) => values.engine === undefined || name === values.engine)
const wanted = new RegExp(values.journey ?? '', 'i')
const chosen = journeys.filter(({ title }) => wanted.test(title))
const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (began: number) => Math.round((performance.now() - began) / 1_000)

/** @returns the observation */
async function runOne({ title, isPhone = false, run }: Journey, name: string, stage: { site: Site; page: EnginePage }): Promise<Seen> {
  const began = performance.now()
  const seenAs = (mark: Seen['mark'], text: string): Seen => {
    say(`${mark} ${name}: ${title} (${secondsSince(began)} s): ${text}`)
    return { mark, text }
  }
  try {
    const [width, height] = isPhone ? phone : desktop
    await stage.page.resize(width, height)
    return seenAs('✓', await run({ ...stage, hand: new Hand(stage.page, stage.site), isPhone }))
  } catch (error) {
    if (error instanceof Cannot) return seenAs('○', error.message)
    return seenAs('✗', error instanceof Error ? error.message : String(error))
  }
}

/** All journeys in one engine: those without an environment of their own share a server, and a browser until one fails. */
async function runIn({ name, open }: Engine): Promise<boolean> {
  const began = performance.now()
  const found = new Map<string, Seen>()
  let page = await open!()
  const { version } = page
  const shared = await openSite()
  for (const journey of chosen) {
    const site = journey.env ? await openSite(journey.env) : shared
    const seen = await runOne(journey, name, { site, page })
    found.set(journey.title, seen)
    if (journey.env) await site.close()
    if (seen.mark === '✗') {
      // the journey may have ended while its server was stopped
      if (!journey.env) await shared.stop().then(shared.start)
      await page.close()
      page = await open!()
    }
  }
  await page.close()
  await shared.close()
  const file = fileURLToPath(new URL('../docs/browsers.md', import.meta.url))
  const titles = journeys.map(({ title }) => title)
  const seconds = chosen.length === journeys.length ? secondsSince(began) : undefined
  writeFileSync(file, withColumn(readFileSync(file, 'utf8'), titles, { name, version, seconds, found }))
  return [...found.values()].every(({ mark }) => mark !== '✗')
}

if (!buildWebIfStale()) process.exit(1)
const missing = engines.filter(({ open }) => open === undefined)
for (const { name, packages } of missing) say(`✗ ${name} is not installed: apt-get install ${packages}`)
const removeSchool = await makeSchool()
let isWell = missing.length === 0
for (const engine of engines) if (engine.open) isWell = (await runIn(engine)) && isWell
await removeSchool()
process.exitCode = isWell ? 0 : 1
