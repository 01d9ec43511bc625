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

type Schema = { type?: unknown; prefixItems?: unknown; maxItems?: unknown }
/** The places of lists in a schema that say no most; a tuple has its length. */
function endless(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, prefixItems, maxItems } = schema as Schema
  const own = type === 'array' && prefixItems === undefined && maxItems === undefined ? [place] : []
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => endless(part, `${place}.${name}`))]
}

test('each list of a body says how long it may be: a schema looks at each element of a longer one before it refuses it', () => {
  const { paths } = describeApi(served.map((one) => one.endpoint)) as { paths: Record<string, { post: { requestBody?: unknown } }> }
  const bodies = Object.entries(paths).map(([path, { post }]) => [path, post.requestBody] as const)
  expect(bodies.length).toBeGreaterThan(500)
  expect(endless({ type: 'array', items: { type: 'array', maxItems: 2 } }, 'a')).toEqual(['a'])
  expect(bodies.flatMap(([path, body]) => endless(body, path))).toEqual([])
})
