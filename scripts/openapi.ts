// Writes docs/openapi.json from the contract; a test fails if it is out of date.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { served } from '../server/src/domains.ts'
import { describeApi } from '../server/src/kernel/http/openapi.ts'

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(describeApi(served.map((one) => one.endpoint)), null, 1)}\n`)
