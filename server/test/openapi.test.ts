import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { served } from '../src/domains.ts'
import { describeApi } from '../src/kernel/http/openapi.ts'

type Description = { paths: Record<string, unknown> }

test('docs/openapi.json describes the served API; npm run openapi updates it', () => {
  const written = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as Description
  const now = JSON.parse(JSON.stringify(describeApi(served.map((one) => one.endpoint)))) as Description
  const paths = new Set([...Object.keys(written.paths), ...Object.keys(now.paths)])
  // the paths first: a diff of the whole description hides what is to be done
  const outdated = [...paths].filter((path) => !isDeepStrictEqual(written.paths[path], now.paths[path]))
  expect(outdated, 'run npm run openapi').toEqual([])
  expect(written, 'run npm run openapi').toEqual(now)
})
