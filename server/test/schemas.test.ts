// Schemas are made and compiled with their first call (decision 266). Here all of them are, so that a wrong one is found before a call finds it.
import { made } from '@shuyuan/contract/kernel/z.ts'
import { expect, test } from 'vitest'
import { served } from '../src/domains.ts'
import { compileOutput } from '../src/kernel/output.ts'

const faultOf = (act: () => unknown): string => {
  try {
    act()
    return ''
  } catch (error) {
    return String(error)
  }
}

test('the inputs of all calls can be read', () => {
  const wrong = served
    .map(({ endpoint }) => [endpoint.path, faultOf(() => made(endpoint.input).safeParse({}))])
    .filter(([, fault]) => fault)
  expect(wrong).toEqual([])
})

test('the outputs of all calls name what is sent', () => {
  const answering = served.filter(({ endpoint }) => endpoint.kind !== 'download' && endpoint.kind !== 'callback')
  const wrong = answering
    .map(({ endpoint }) => [endpoint.path, faultOf(() => compileOutput(made(endpoint.output)))])
    .filter(([, fault]) => fault)
  expect(wrong).toEqual([])
  expect(answering.length).toBeGreaterThan(300)
})
