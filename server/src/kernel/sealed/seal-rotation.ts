// Changes the key of all sealed values, or gives up values whose key is lost (docs/operate/security.md, Sealed values).
import type { Config } from '../config.ts'
import type { Database } from '../database.ts'
import { forgetKeys, openSeal, presentKeys, retireKeys } from './seal-keys.ts'
import type { SealedPlace } from './sealed-column.ts'

type Keys = Pick<Config, 'sealKeys' | 'dataDir'>

/** Seals every value with the first key; then the other keys are not needed any more. @returns what was done, for the operator */
export async function rotate(db: Database, config: Keys, places: readonly SealedPlace[]): Promise<string> {
  const seal = await openSeal(db, config)
  let written = 0
  for (const place of places) written += await place.seal({ db, seal }, { all: true })
  const retired = await retireKeys(db, seal)
  const rest = retired.length > 0 ? `Not needed any more: ${retired.join(', ')}.` : 'No other key was in use.'
  return `${written} values were sealed with the key ${seal.keyId}. ${rest}`
}

/** Empties every value whose key this server does not have. @returns what was done, for the operator */
export async function discardLost(db: Database, config: Keys, places: readonly SealedPlace[]): Promise<string> {
  const keyIds = await presentKeys(config)
  let emptied = 0
  for (const place of places) emptied += await place.discard(db, keyIds)
  const lost = await forgetKeys(db, keyIds)
  return `${emptied} values were emptied. Given up: ${lost.join(', ') || 'no key'}.`
}
