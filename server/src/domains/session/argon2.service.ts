// Argon2id hashes as PHC strings: by the package, or by Node where npm left the package out. Both read what the other has written.
import type * as native from '@node-rs/argon2'
import * as crypto from 'node:crypto'
import { promisify } from 'node:util'

/** First recommendation of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16
const phc = /^\$(argon2(?:id|i|d))\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

export type Argon2 = { hash: (password: string) => Promise<string>; verify: (stored: string, password: string) => Promise<boolean> }
type Package = Pick<typeof native, 'hash' | 'verify'>

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

type Parameters = {
  algorithm: crypto.Argon2Algorithm
  memory: number
  passes: number
  parallelism: number
  nonce: Buffer
  tagLength: number
}

function tagOf(password: string, { algorithm, ...parameters }: Parameters): Promise<Buffer> {
  // since Node 24.7, where it was built with an OpenSSL that has Argon2
  if (typeof crypto.argon2 !== 'function')
    throw new Error('Passwords need the package @node-rs/argon2 or Node 24.7: install one of them (npm ci --omit=dev)')
  return promisify(crypto.argon2)(algorithm, { message: password, ...parameters })
}

/** By Node itself. */
export const nodeArgon2: Argon2 = {
  async hash(password) {
    const nonce = crypto.randomBytes(SALT_BYTES)
    const { memoryCost: memory, timeCost: passes, parallelism } = cost
    const tag = await tagOf(password, { algorithm: 'argon2id', memory, passes, parallelism, nonce, tagLength: TAG_BYTES })
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(tag)}`
  },
  async verify(stored, password) {
    const [, algorithm, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? []
    if (algorithm === undefined) throw new Error('not an Argon2 hash')
    const expected = Buffer.from(tag, 'base64')
    const given = await tagOf(password, {
      algorithm: algorithm as crypto.Argon2Algorithm,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
    })
    return crypto.timingSafeEqual(given, expected)
  },
}

/** By the package that `load` gives; by Node where it cannot be loaded. */
export async function openArgon2(load: () => Promise<Package> = () => import('@node-rs/argon2')): Promise<Argon2> {
  try {
    const { hash, verify } = await load()
    return { hash: (password) => hash(password, cost), verify }
  } catch {
    return nodeArgon2
  }
}
