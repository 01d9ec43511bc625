// A bank with every type and every rule is exported and imported again over HTTP: what differs was said by export-loss.
import { type exportFormat, qu } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import fc from 'fast-check'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anyQuestion } from '../../../../test/any-question.ts'
import { everyQuestion, picture } from '../../../../test/every-question.ts'
import { meaningOf, wrongOf } from '../../../../test/format-differences.ts'
import { trips } from '../../../../test/format-trips.ts'
import { startWith } from '../../../../test/people.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { insertQuestions } from '../bank/insert.service.ts'
import type { Portable } from '../exchange/exchange.rules.ts'
import { questionsOf } from './bank-rows.service.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const stored = `/files/202611/${'a'.repeat(32)}.png`
const folder = join(app.ctx().app.storage.root, '202611')
await mkdir(folder, { recursive: true })
await writeFile(
  join(app.ctx().app.storage.root, stored.slice('/files/'.length)),
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)

const SEED = 20_261_201
const MADE_UP = 30
const madeUp = fc
  .sample(anyQuestion, { seed: SEED, numRuns: 2 * MADE_UP })
  .filter((one) => !meaningOf(one).hasError)
  .slice(0, MADE_UP)
const questions = [...everyQuestion.map((one) => one.question), ...madeUp]

async function fill(): Promise<string> {
  const chapters = [...new Set(questions.map((one) => one.chapter))].filter((one) => one !== '')
  const bank = await makeRepo(app.ctx(), { chapters })
  const placed = JSON.parse(JSON.stringify(questions).replaceAll(picture, stored)) as Portable[]
  const ids = await insertQuestions(
    app.ctx(),
    bank.id,
    placed.map(({ chapter, tags: _tags, ...one }) => ({ ...one, chapterId: bank.chapters.get(chapter) ?? null })),
  )
  for (const [at, { tags }] of questions.entries())
    if (tags.length > 0)
      await app.db
        .updateTable('qu')
        .set({ tags })
        .where('id', '=', ids[at] ?? '')
        .execute()
  return bank.id
}

/** The questions of a bank; every stored picture has the address of the samples. */
async function questionsIn(repoId: string): Promise<Portable[]> {
  const found: Portable[] = []
  for await (const portion of questionsOf(app.ctx(), repoId)) found.push(...portion)
  return JSON.parse(JSON.stringify(found).replaceAll(/\/files\/\d{6}\/[\da-f]{32}\.png/g, picture)) as Portable[]
}

const parts: number[] = [QuType.single, QuType.multiple, QuType.trueFalse, QuType.fillIn, QuType.shortAnswer]
const place = ({ quType }: Portable) => (parts.includes(quType) ? parts.indexOf(quType) : quType)

test.each<[keyof typeof exportFormat, keyof typeof trips]>([
  ['xlsx', 'xlsx'],
  ['qti', 'qti'],
  ['qti22', 'qti'],
  ['qti12', 'qti12'],
  ['word', 'word'],
  ['moodle', 'moodle'],
  ['gift', 'gift'],
])('%s', async (format, written) => {
  const repoId = await fill()
  const stored = await questionsIn(repoId)
  // a paper has its parts by type
  const before = format === 'word' ? stored.toSorted((a, b) => place(a) - place(b)) : stored
  expect(before).toHaveLength(questions.length)
  const { lost } = await app.ok(qu['export-loss'], { repoId, format }, token)
  const alone = before.map((one) => trips[written](one))
  expect(lost.toSorted()).toEqual([...new Set(alone.flatMap(({ lost: said }) => said.map((one) => one.zh)))].toSorted())

  const reply = await app.http.inject({ method: 'POST', url: qu.export.path, headers: { token }, payload: { repoId, format } })
  const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(reply.headers['content-disposition'] as string) ?? []
  const { id: into } = await makeRepo(app.ctx())
  const fields = { repoId: into, mode: 'valid', duplicates: 'keep' }
  const { data } = await app.upload(qu.import, reply.rawPayload, decodeURIComponent(name), fields, token)
  expect(data.errors.filter((one) => one.level === 'error')).toEqual([])

  const after = await questionsIn(into)
  // what a format does not carry comes back as no question, what it divides as several
  const counts = alone.map(({ read }) => read.length)
  expect(after).toHaveLength(counts.reduce((sum, count) => sum + count, 0))
  let from = 0
  const silent = before.flatMap((one, at) => {
    const own = after.slice(from, (from += counts[at] ?? 0))
    const changed = wrongOf({ read: own, lost: alone[at]!.lost }, one).unannounced
    return changed.length > 0 ? [{ changed, one, read: own }] : []
  })
  expect(silent).toEqual([])
})
