import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { served } from '../src/domains.ts'
import { describeApi } from '../src/kernel/http/openapi.ts'

test('docs/openapi.json describes the served API; npm run openapi updates it', () => {
  const written: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(describeApi(served.map((one) => one.endpoint)))))
})
