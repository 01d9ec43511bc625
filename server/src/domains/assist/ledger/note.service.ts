// The log of requests to a model, as they are written.
import type { AssistKind } from '@shuyuan/contract/assist/assist.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { Assistant } from './assistant.service.ts'

const MAX_LOGGED = 100_000

/**
 * Who asks, what for; `about` names the subject in the log. `userId` null: the site itself. A learner's requests for `explain` have a limit of
 * their own; `purse` says whose limit counts where it is not that of `kind`. An aborted `signal` ends the request at the service.
 */
export type Asking = { kind: AssistKind; userId: string | null; about: string; purse?: AssistKind; signal?: AbortSignal }

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Notes a request that begins. @returns its id */
export async function begin(
  app: App,
  { provider, name }: Pick<Assistant, 'provider' | 'name'>,
  { kind, userId, about }: Asking,
  sent: string,
): Promise<string> {
  const row = await app.db
    .insertInto('assistCall')
    .values({
      kind,
      userId,
      about: storable(about).slice(0, 300),
      provider,
      model: name,
      sent: storable(sent).slice(0, MAX_LOGGED),
      createTime: app.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

type Note = Partial<{
  state: 'done' | 'failed' | 'cancelled'
  step: string
  error: string
  detail: string
  tokensIn: number
  tokensOut: number
  isEstimated: boolean
  cost: number
  ms: number
  answered: string
}>
export async function note(app: App, id: string, { detail = '', answered = '', ...set }: Note): Promise<void> {
  await app.db
    .updateTable('assistCall')
    .where('id', '=', id)
    .set({ ...set, detail: storable(detail), answered: storable(answered).slice(0, MAX_LOGGED) })
    .execute()
}

/** Notes work that was done without a model. */
export async function noteRules(app: App, assistant: Assistant, asking: Asking): Promise<void> {
  const id = await begin(app, assistant, asking, '')
  await note(app, id, { state: 'done' })
}
