// Every list and chart of the contract is measured.
import { expect, test } from 'vitest'
import { declaredCharts, declaredLists } from './declared.ts'
import { chartSpecs } from './charts.ts'
import { listSpecs } from './lines.ts'
import type { Site } from './spec.ts'

const site = new Proxy({ names: ['王伟'] }, { get: (names, name) => (name === 'names' ? names.names : '1') }) as unknown as Site
const paths = (all: { path: string }[]) => all.map((one) => one.path).toSorted()

function must<T>(list: T | undefined, path: string): T {
  if (list === undefined) throw new Error(`No list of the contract has the path ${path} of bench/lists/lines*.ts`)
  return list
}

test('each list of the contract has its line', () => {
  expect(declaredLists().length).toBeGreaterThan(40)
  expect(Object.keys(listSpecs(site)).toSorted(), 'the paths of bench/lists/lines*.ts').toEqual(paths(declaredLists()))
})

test('each chart of the contract has its line', () => {
  expect(Object.keys(chartSpecs(site)).toSorted(), 'the charts of bench/lists/charts.ts').toEqual(paths(declaredCharts()))
})

test('a list knows each filter of its lines', () => {
  const lists = new Map(declaredLists().map((one) => [one.path, one]))
  for (const [path, { base = {}, filters = {} }] of Object.entries(listSpecs(site)))
    for (const filter of [{}, ...Object.values(filters)]) {
      const params = { ...base, ...(typeof filter === 'function' ? filter(1) : filter) }
      const read = must(lists.get(path), path).input.parse({ params }) as { params: object }
      expect(Object.keys(read.params).toSorted(), path).toEqual(Object.keys(params).toSorted())
    }
})
