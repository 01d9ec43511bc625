// Every list and chart of the contract is measured.
import { expect, test } from 'vitest'
import { served } from '../../server/src/domains.ts'
import { declaredCharts, declaredLists, small } from './declared.ts'
import { chartSpecs, ownChartSpecs } from './charts.ts'
import { listSpecs } from './lines.ts'
import type { Site } from './spec.ts'

const given = { names: ['王伟'], season: '2026Q1' }
const site = new Proxy(given, { get: (known, name) => Reflect.get(known, name) ?? '1' }) as unknown as Site
type Schema = { shape?: Record<string, Schema>; def: { innerType?: Schema } }
/** The fields of an object, also of one with a default. */
const fieldsOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema?.shape ?? (schema?.def.innerType ? fieldsOf(schema.def.innerType) : {})
const paths = (all: { path: string }[]) => all.map((one) => one.path).toSorted()

function must<T>(list: T | undefined, message: string): T {
  if (list === undefined) throw new Error(message)
  return list
}

test('each list of the contract has its line', () => {
  expect(declaredLists().length).toBeGreaterThan(40)
  expect(
    Object.keys(listSpecs(site)).toSorted(),
    'the paths of bench/lists/lines*.ts; add a line for each path that is expected and was not received',
  ).toEqual(paths(declaredLists()))
})

test('each chart of the contract has its line', () => {
  const measured = [...Object.keys(chartSpecs(site)), ...Object.keys(ownChartSpecs(site))]
  expect(measured.toSorted(), 'the charts of bench/lists/charts.ts; what reads few rows stands in `small` of declared.ts').toEqual(
    paths(declaredCharts()),
  )
})

test('a query that is left out exists', () => {
  const queries = new Set(served.flatMap(({ endpoint }) => (endpoint.kind === 'query' ? [endpoint.path] : [])))
  expect([...small].filter((path) => !queries.has(path))).toEqual([])
})

test('the bodies of charts are valid', () => {
  const charts = new Map(declaredCharts().map((one) => [one.path, one]))
  for (const specs of [chartSpecs(site), ownChartSpecs(site)])
    for (const [path, bodies] of Object.entries(specs))
      for (const [name, body] of Object.entries(bodies))
        expect(charts.get(path)?.input.safeParse(body).success, `${path}, ${name}`).toBe(true)
})

test('each filter of a list is measured', () => {
  const specs = listSpecs(site)
  let fields = 0
  for (const { path, input } of declaredLists()) {
    const { base = {}, filters = {} } = must(specs[path], `The list ${path} has no line in bench/lists/lines*.ts`)
    const measured = [base, ...Object.values(filters).map((filter) => (typeof filter === 'function' ? filter(1) : filter))]
    const known = new Set(measured.flatMap((params) => Object.keys(params)))
    const declared = Object.keys(fieldsOf(fieldsOf(input as unknown as Schema)['params']))
    fields += declared.length
    expect(
      declared.filter((name) => !known.has(name)),
      `the filters of ${path} in bench/lists/lines*.ts`,
    ).toEqual([])
  }
  expect(fields).toBeGreaterThan(150)
})

test('a list knows each filter of its lines', () => {
  const lists = new Map(declaredLists().map((one) => [one.path, one]))
  for (const [path, { base = {}, filters = {} }] of Object.entries(listSpecs(site)))
    for (const filter of [{}, ...Object.values(filters)]) {
      const params = { ...base, ...(typeof filter === 'function' ? filter(1) : filter) }
      const read = must(lists.get(path), `No list of the contract has the path ${path} of bench/lists/lines*.ts`).input.parse({
        params,
      }) as { params: object }
      expect(Object.keys(read.params).toSorted(), path).toEqual(Object.keys(params).toSorted())
    }
})
