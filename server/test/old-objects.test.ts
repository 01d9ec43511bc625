// An answered call leaves nothing among the old objects of a server. Saves wait while these are collected, all at once (record 274).
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { rightAnswer } from '../src/domains/paper/exam-setup.factory.ts'
import { openNewPaper } from './papers.ts'
import { startWith } from './people.ts'
import { startProcess } from './server-process.ts'

const { app, ann } = await startWith('ann')
const CONNECTIONS = 16
const CALLS = 360
/** Of the bytes that calls take, the share that may become old: 0.021 and 0.011 were seen, 0.11 and more with accessors in the context of a call. */
const MOST = { refused: 0.05, save: 0.022 }
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
  expect(await oldShare(paper['left-time'].path, () => ({}))).toBeLessThan(MOST.refused)
})

test('a save', async () => {
  const { id, session, keys } = await openNewPaper(app, ann, {}, { single: CONNECTIONS })
  const bodyOf = (number: number) => {
    // each connection has a question of its own: saves of one question wait for each other
    const key = keys[number % CONNECTIONS]!
    return { paperId: id, session, quId: key.quId, answer: rightAnswer(key), seq: number + 1 }
  }
  expect(await post(paper['fill-answer'].path, bodyOf(0))).toContain('"state":"saved"')
  // a map of the calls under way gives 0.032
  expect(await oldShare(paper['fill-answer'].path, bodyOf)).toBeLessThan(MOST.save)
})
