// Writes docs/openapi.json from the contract. With --verify it only says whether the file is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { served } from '../server/src/domains.ts'
import { describeApi } from '../server/src/kernel/openapi.ts'

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const text = `${JSON.stringify(describeApi(served.map((one) => one.endpoint)), null, 1)}\n`
if (process.argv.includes('--verify')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write('docs/openapi.json is not current: run npm run openapi\n')
    process.exit(1)
  }
} else writeFileSync(file, text)
