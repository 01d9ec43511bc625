// Vectors of the passages of courses, made in the background where the provider has a model for them.
import type { App } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { openAssistant } from '../ledger/assistant.service.ts'
import { vectorsOf } from '../ledger/embed.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { bytesOf } from '../material/vectors.rules.ts'

/** Passages of one round; the next follows some minutes later. */
const MOST_PASSAGES = 200
const AT_ONCE = 10

/** Makes vectors for passages that have none of the present model, while learners may use them. A failure ends the round. It counts for the site alone. */
export async function embedPassages(app: App): Promise<void> {
  if (!(await settingsOf(app)).explain) return
  const assistant = await openAssistant(app).catch((error: unknown) => (error instanceof Failure ? undefined : Promise.reject(error)))
  const model = assistant?.embedder?.model
  if (!assistant || model === undefined) return
  for (let done = 0; done < MOST_PASSAGES; done += AT_ONCE) {
    const rows = await app.db
      .selectFrom('assistPassage')
      .innerJoin('courseFile', 'courseFile.id', 'assistPassage.courseFileId')
      .where('embedModel', '<>', model)
      .where('courseFile.enabled', '=', true)
      .orderBy('assistPassage.id', 'desc')
      .limit(AT_ONCE)
      .select(['assistPassage.id', 'body', 'title'])
      .execute()
    const [first] = rows
    if (!first) return
    const vectors = await vectorsOf(
      app,
      assistant,
      { userId: null, about: first.title },
      rows.map((one) => one.body),
    )
    if (!vectors) return
    for (const [at, { id }] of rows.entries()) {
      const vector = vectors[at]
      if (vector)
        await app.db
          .updateTable('assistPassage')
          .where('id', '=', id)
          .set({ embed: bytesOf(vector), embedModel: model })
          .execute()
    }
  }
}
