// Answered calls leave nothing among the old objects of a server. These stay until all old ones are collected, for which a hall waits (record 274).
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { rightAnswer } from '../src/domains/paper/exam-setup.factory.ts'
import { openNewPaper } from './papers.ts'
import { startWith } from './people.ts'
import { startProcess } from './server-process.ts'

const { app, ann } = await startWith('ann')
const CONNECTIONS = 64
const CALLS = 90
/** Of the bytes that calls take, the share that may become old: 0.02 was seen, and 0.13 and more where each call left something. */
const MOST = 0.05
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const server = await startProcess(app, {}, ['--trace-gc-nvp'])
afterAll(async () => {
  agent.destroy()
  await server.kill()
})

async function post(path: string, body: object): Promise<string> {
  const asked = request(server.url + path, { agent, method: 'POST', headers: { 'content-type': 'application/json', token: ann.token } })
  asked.end(JSON.stringify(body))
  const [reply] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
  let text = ''
  for await (const part of reply) text += part.toString()
  return text
}

/** Calls over all connections at once. @returns the share of what the calls took that became old */
async function oldShare(path: string, bodyOf: (number: number) => object): Promise<number> {
  const lines = () => server.said().filter((line) => line.includes(' gc=s '))
  let before = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let at = 0; at < CALLS; at++) {
        // code that is not compiled yet leaves its own objects
        if (at === CALLS / 3 && connection === 0) before = lines().length
        await post(path, bodyOf(at * CONNECTIONS + connection))
      }
    }),
  )
  const bytes = (name: string) =>
    lines()
      .slice(before)
      .reduce((sum, line) => sum + Number(new RegExp(` ${name}=(\\d+)`).exec(line)?.[1] ?? 0), 0)
  expect(bytes('allocated')).toBeGreaterThan(50_000_000)
  return bytes('promoted') / bytes('allocated')
}

test('a refused call', async () => {
  expect(await post(paper['left-time'].path, {})).toContain('"field":"id"')
  expect(await oldShare(paper['left-time'].path, () => ({}))).toBeLessThan(MOST)
})

test('a save', async () => {
  const { id, session, keys } = await openNewPaper(app, ann, {}, { single: 2 })
  const [key] = keys
  const bodyOf = (number: number) => ({ paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq: number + 1 })
  expect(await post(paper['fill-answer'].path, bodyOf(0))).toContain('"state":"saved"')
  expect(await oldShare(paper['fill-answer'].path, bodyOf)).toBeLessThan(MOST)
})
