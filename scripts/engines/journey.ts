// A journey: what a person does in a browser, written once for all engines.
import type { Site } from '../../e2e/server.ts'
import type { EnginePage } from './engine.ts'
import type { Hand } from './hand.ts'

/** The engine cannot do it, and the page said so. */
export class Cannot extends Error {}

export type Stage = { site: Site; page: EnginePage; hand: Hand; isPhone: boolean }
export type Journey = {
  title: string
  /** by a viewport of a phone's width */
  isPhone?: boolean
  /** of the server; journeys without it share one server */
  env?: (port: number) => Record<string, string>
  /** @returns the observation, in a few words; throws with what went wrong */
  run: (stage: Stage) => Promise<string>
}
