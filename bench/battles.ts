// npm run bench -- battles: many battles at once, and the last minute of an activity.
import { parseArgs } from 'node:util'
import { type BattleFigures, playBattles, type Times } from './battle-play.ts'
import { onBattleSite } from './battle-site.ts'
import { machine, say } from './fresh.ts'
import { rush, type RushFigures } from './rush.ts'

const PORT = 8197
/** Most milliseconds of an answer in a battle, for 95 of 100. */
const FILL_MS = 50

const timesText = ({ calls, p50, p95, p99 }: Times) => `${calls} calls, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`

function sayBattles(one: BattleFigures) {
  say(`\n${one.battles} battles at once, ${one.seconds} s`)
  for (const name of ['start', 'fill', 'detail'] as const) say(`${name.padEnd(8)} ${timesText(one[name])}`)
  say(`errors ${one.errors}; acknowledged ${one.acknowledged} answers, lost ${one.lost}; battles not finished ${one.unfinished}`)
}

function sayRush(one: RushFigures) {
  say(`\n${one.players} players in the last minute of an activity`)
  say(`start    ${timesText(one.begin)}, ${one.begin.seconds} s`)
  say(`fill     ${timesText(one.fill)}, ${one.fill.seconds} s`)
  say(`hand     ${timesText(one.hand)}`)
  say(`sent more than 1 s late ${one.late}; errors ${one.errors}; acknowledged ${one.acknowledged} answers, lost ${one.lost}`)
  say(
    `not handed in ${one.open}, without a place ${one.unplaced}, prizes missing ${one.prizesMissing}; settled ${one.settledAfter} s after the end`,
  )
}

function broken(played: BattleFigures, rushed: RushFigures): string[] {
  const rules: [boolean, string][] = [
    [played.fill.p95 <= FILL_MS, `an answer in a battle takes more than ${FILL_MS} ms`],
    [played.lost + rushed.lost === 0, 'acknowledged answers are missing'],
    [played.errors + rushed.errors === 0, 'calls failed'],
    [played.unfinished === 0, 'battles did not end by their last question'],
    [rushed.open + rushed.unplaced + rushed.prizesMissing === 0, 'tries, places or prizes are missing'],
  ]
  return rules.flatMap(([kept, text]) => (kept ? [] : [text]))
}

/** Options: --battles, --players, --seconds (of the rush). The last line on standard output is one JSON object; the exit code is 1 when a limit is missed. */
export async function benchBattles(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { battles: text, players: text, seconds: text } })
  const { battles = '200', players = '5000', seconds = '60' } = values
  const people = Math.max(Number(battles) * 2, Number(players))
  await onBattleSite(PORT, people, async (site) => {
    say(`battles: ${machine()}`)
    const played = await playBattles(site, Number(battles))
    sayBattles(played)
    const rushed = await rush(site, Number(players), Number(seconds))
    sayRush(rushed)
    const missed = broken(played, rushed)
    for (const one of missed) say(`missed: ${one}`)
    if (missed.length > 0) process.exitCode = 1
    say(JSON.stringify({ bench: 'battles', played, rushed, missed }))
  })
}
