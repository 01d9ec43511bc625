// Journeys through SCORM packages.
import { playStyles } from '../../../e2e/packages.ts'
import type { Journey, Stage } from '../journey.ts'

async function play({ site, page }: Stage, isApart: boolean) {
  const { problems, played } = await playStyles(site, page, { isApart })
  if (problems.length > 0) throw new Error(problems.join('; '))
  return `${played} styles finished`
}

export const packages: Journey[] = [
  { title: 'SCORM packages', run: (stage) => play(stage, false) },
  {
    title: 'SCORM packages on a second host name',
    env: (port) => ({ CONTENT_HOST: `localhost:${port}` }),
    run: (stage) => play(stage, true),
  },
]
