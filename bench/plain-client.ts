// The upper limit without pgbench: 32 connections of one process, each with one save in flight.
import pg from 'pg'
import { saveStatement } from '../server/src/domains/paper/attempt/save/save-statement.service.ts'
import { type Ceiling, firstPaper } from './ceiling.ts'

const [databaseUrl, text = '{}'] = process.argv.slice(2)
const { clients, seconds, firstUser } = JSON.parse(text) as Ceiling
const connections = await Promise.all(
  Array.from({ length: clients }, async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return client
  }),
)
const began = performance.now()
const until = began + seconds * 1_000
let saves = 0
await Promise.all(
  connections.map(async (client, at) => {
    for (let qu = 1; performance.now() < until; qu = (qu % 50) + 1) {
      const values = [[firstPaper + at], [qu], [firstUser + at], [''], [qu], ['{"tags":["A"]}'], [true], new Date(), [false]]
      await client.query({ name: 'save', text: saveStatement, values })
      saves++
    }
  }),
)
const rate = (saves / (performance.now() - began)) * 1_000
await Promise.all(connections.map((client) => client.end()))
process.send?.(rate)
process.disconnect()
