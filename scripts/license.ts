// Creates the key pair of a licence issuer, and signs licences. See docs/licence.md.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type License, signedBytes } from '../server/src/domains/site/config/license.format.ts'

const usage = `Usage:
  npm run licence -- keys <folder>
      writes license-private.pem (keep it secret) and license-public.pem (for LICENSE_PUBLIC_KEY_FILE)
  npm run licence -- issue --key <license-private.pem> --holder <name> --until <yyyy-MM-dd> [--max-users <n>] [--out <file>]
      writes a licence, to standard output without --out`

const say = (line: string) => process.stdout.write(`${line}\n`)

function makeKeys(folder: string) {
  mkdirSync(folder, { recursive: true })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  // an existing key is never overwritten
  writeFileSync(join(folder, 'license-private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  writeFileSync(join(folder, 'license-public.pem'), publicKey.export({ format: 'pem', type: 'spki' }), { flag: 'wx' })
  say(`written: ${join(folder, 'license-private.pem')}, ${join(folder, 'license-public.pem')}`)
}

function bytesOf(facts: License) {
  try {
    return signedBytes(facts)
  } catch {
    throw new Error(`These are not the facts of a licence: ${JSON.stringify(facts)}\n\n${usage}`)
  }
}

function issueLicense(values: Record<string, string | undefined>) {
  const { key, holder, until, out } = values
  if (!key || !holder || !until) throw new Error(usage)
  const maxUsers = values['max-users']
  const facts: License = { holder, validUntil: until, ...(maxUsers === undefined ? {} : { maxUsers: Number(maxUsers) }) }
  const signature = sign(null, bytesOf(facts), createPrivateKey(readFileSync(key))).toString('base64')
  const text = `${JSON.stringify({ ...facts, signature }, null, 2)}\n`
  if (out) writeFileSync(out, text)
  else process.stdout.write(text)
}

try {
  const options = Object.fromEntries(['key', 'holder', 'until', 'max-users', 'out'].map((name) => [name, { type: 'string' as const }]))
  const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  if (positionals[0] === 'keys' && positionals[1]) makeKeys(positionals[1])
  else if (positionals[0] === 'issue') issueLicense(values)
  else throw new Error(usage)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
