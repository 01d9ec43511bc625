// What a start says about settings that cannot work, with the variable and what to do.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { type Config, settingNames } from './config.ts'

/** How far two names are from each other: letters to add, remove, change, or swap with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (same ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
const LONG_NAME = 8
/** letters in which a typing error differs at most */
const FAR = 2

/** Finds variables whose names differ from a setting's by a typing error. @returns a line for each, which names the setting */
export function nearMisses(environment: Record<string, string | undefined>): string[] {
  const known = settingNames
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const isNear = (one: string) => Math.abs(name.length - one.length) <= FAR && distance(name.toUpperCase(), one) <= FAR
      const meant = known.find((one) => one.length >= LONG_NAME && isNear(one) && name !== one)
      return meant === undefined ? [] : [`${name} is no setting and has no effect. Is ${meant} meant?`]
    })
}

/** LIBREOFFICE for a server that uses none. */
const NO_OFFICE = 'off'

/** @throws for a LIBREOFFICE that names no program */
export async function mustBeOffice(office: string | undefined): Promise<void> {
  if (office === undefined || office === NO_OFFICE) return
  await access(office, constants.X_OK).catch((error: unknown) => {
    throw new Error(`LIBREOFFICE=${office}: there is no program that can be run. Name the path of soffice, or "${NO_OFFICE}" for none.`, {
      cause: error,
    })
  })
}

/** What happened to the port, with the variable. */
export function portText(error: unknown, { port: taken, host }: Pick<Config, 'port' | 'host'>): string | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') return undefined
  if (code === 'EADDRINUSE') return `PORT=${taken}: another program listens there. Stop it, or set another PORT.`
  if (code === 'EACCES') return `PORT=${taken}: this account may not listen there. Take a PORT from 1024, behind a proxy.`
  return `HOST=${host}: this machine cannot listen there (${code ?? 'unknown'}). Name one of its addresses.`
}
