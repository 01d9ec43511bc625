// A call with an API token: the database refuses what a token may not write (docs/decisions/0154), whatever the code of the call does.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'

const bound = new AsyncLocalStorage<string>()

/** Runs `act`; all its statements are bound by these permission tags. */
export const boundBy = <T>(tags: Iterable<string>, act: () => Promise<T>): Promise<T> => bound.run(['token', ...tags].join(','), act)

/** Whether the statements of the present call are bound by a token. */
export const isBound = (): boolean => bound.getStore() !== undefined

/** Called for each connection that leaves the pool: tells the database by which token it is used. No statement while it stays the same. */
export function openBinding() {
  const told = new WeakMap<DatabaseConnection, string>()
  return async (connection: DatabaseConnection) => {
    const wanted = bound.getStore() ?? ''
    if ((told.get(connection) ?? '') === wanted) return
    await connection.executeQuery(CompiledQuery.raw("select set_config('shuyuan.token', $1, false)", [wanted]))
    told.set(connection, wanted)
  }
}

const reasons = ['tokenCall', 'tokenContact', 'tokenStaff', 'tokenGrant'] as const

/** The message of a statement that the database refused to an API token; undefined for other errors. */
export function tokenRefusal(error: unknown): Message | undefined {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== 'SYTOK') return undefined
  return sayServer(reasons.find((one) => one === message) ?? 'tokenCall')
}
