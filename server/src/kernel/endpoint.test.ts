import { command, endpoints, query } from '@shuyuan/contract/kernel/endpoint.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startApp, type TestApp } from '../../test/start-app.ts'
import { nobody, type SlowCtx } from './ctx.ts'
import { type Gate, registerEndpoints, serve } from './endpoint.ts'

const plain = { title: '测试', permit: '-', input: z.object({}), output: z.int() } as const
const calls = endpoints('kernel/test', {
  fast: command({ ...plain }),
  slow: command({ ...plain, slow: true }),
  never: command({ ...plain, slow: true }),
  reader: command({ ...plain, slow: true }),
  failing: command({ ...plain, slow: true }),
  few: query({ ...plain, atOnce: 2 }),
})

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const count = async ({ db }: Pick<TestApp, 'db'>) => (await db.selectFrom('commonFile').select('id').execute()).length
const note = ({ db }: Pick<TestApp, 'db'>, now: Date) =>
  db
    .insertInto('commonFile')
    .values({
      url: `/f/${now.getTime()}`,
      name: 'a',
      size: 1,
      type: 'image/png',
      scene: 'editor',
      provider: 'local',
      ownerId: '1',
      createTime: now,
    })
    .execute()

async function answersOf(audited: string[], few: () => Promise<number> = async () => 0) {
  const http = fastify()
  const gate: Gate = {
    authenticate: async () => ({ user: nobody }),
    bearer: async () => ({ user: nobody }),
    admit: async () => undefined,
    audit: async (ctx, endpoint) => void audited.push(`${endpoint.path} ${await count(ctx)}`),
  }
  const handlers = serve(calls, {
    fast: async (ctx) => {
      await note(ctx, ctx.now)
      return count(ctx)
    },
    slow: async (ctx) => {
      const before = await ctx.read(count)
      await ctx.transaction((inner) => note(inner, ctx.now))
      return before
    },
    never: async (ctx) => ctx.read(count),
    reader: async (ctx) => ctx.transaction(() => ctx.read(async (inner) => (await note(inner, ctx.now)).length)),
    failing: async (ctx) =>
      ctx.transaction(async (inner) => {
        await note(inner, ctx.now)
        throw new Error('stopped')
      }),
    few,
  })
  registerEndpoints(http, app.app, gate, handlers)
  return async (path: string) => {
    const reply = await http.inject({ method: 'POST', url: path, payload: {} })
    return reply.json<{ code?: number; data?: number; message?: string }>()
  }
}

test('a command writes and is audited in one transaction; a slow command uses its inner context', async () => {
  const audited: string[] = []
  const call = await answersOf(audited)
  const before = await count(app)
  expect((await call(calls.fast.path)).data).toBe(before + 1)
  expect((await call(calls.slow.path)).data).toBe(before + 1)
  expect(audited).toEqual([`${calls.fast.path} ${before + 1}`, `${calls.slow.path} ${before + 2}`])
  expect(await count(app)).toBe(before + 2)
})

test('a slow command that does not open its transaction, writes outside of it or fails in it stores nothing', async () => {
  const call = await answersOf([])
  const before = await count(app)
  expect((await call(calls.never.path)).message).toContain('must open its transaction once')
  expect((await call(calls.reader.path)).message).toContain('read-only transaction')
  expect((await call(calls.failing.path)).message).toBe('stopped')
  expect(await count(app)).toBe(before)
})

test('a call without the permission leaves a line that names person and call, a visitor none', async () => {
  const refused: object[] = []
  const write = (line: string) => {
    const entry = JSON.parse(line) as { msg: string }
    if (entry.msg === 'permission refused') refused.push(entry)
  }
  const http = fastify({ logger: { level: 'warn', stream: { write } } })
  const closed = endpoints('kernel/closed', { list: command({ ...plain, permit: 'sys:user:list' }) })
  const gate: Gate = {
    authenticate: async (_app, token) => ({ user: { ...nobody, id: token } }),
    bearer: async () => ({ user: nobody }),
    admit: async () => undefined,
    audit: async () => undefined,
  }
  registerEndpoints(http, app.app, gate, serve(closed, { list: async () => 1 }))
  const call = (headers: Record<string, string>) => http.inject({ method: 'POST', url: closed.list.path, payload: {}, headers })
  await call({})
  expect(refused).toEqual([])
  await call({ token: '17' })
  expect(refused).toEqual([expect.objectContaining({ path: closed.list.path, userId: '17', ip: '127.0.0.1' })])
})

test('misuse of a slow context does not compile', () => {
  const misuse = (ctx: SlowCtx) => [
    // @ts-expect-error -- no database outside of the transaction
    ctx.db,
    // @ts-expect-error -- no database for a function that needs one
    () => count(ctx),
  ]
  serve(endpoints('kernel/types', { one: command({ ...plain, slow: true }) }), {
    // @ts-expect-error -- the handler of a slow command has no db
    one: async ({ db }) => count({ db }),
  })
  expect(misuse).toBeTypeOf('function')
})

test('of a call with `atOnce` no more are handled at the same time, and all are answered', async () => {
  let begun = 0
  const ends: (() => void)[] = []
  const call = await answersOf([], async () => {
    begun += 1
    await new Promise<void>((resolve) => void ends.push(resolve))
    return begun
  })
  const replies = [1, 2, 3, 4, 5].map(() => call(calls.few.path))
  for (const most of [2, 4, 5]) {
    await expect.poll(() => begun).toBe(most)
    // a third one would have begun by then
    await call(calls.fast.path)
    expect(begun).toBe(most)
    for (const end of ends.splice(0)) end()
  }
  expect((await Promise.all(replies)).map((reply) => reply.code)).toEqual([0, 0, 0, 0, 0])
})
