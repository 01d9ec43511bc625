// Pictures of candidates that an earlier version stored among the public files.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { pictureAddresses } from '../../../site/provider/evidence.service.ts'
import { hideOldPictures } from './old-pictures.service.ts'

const { app, ann } = await startWith('ann')

test('are moved to the private files and shown by signed addresses; an address without a file goes', async () => {
  const { id: paperId } = await startNewPaper(app, ann)
  const [there, gone] = [`/files/202611/${'a'.repeat(32)}.jpg`, `/files/202611/${'b'.repeat(32)}.jpg`]
  const path = join(app.app.storage.root, there.replace('/files/', ''))
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, 'jpg')
  const row = { paperId, kind: 'face', createTime: app.clock.now() }
  await app.db
    .insertInto('paperEvent')
    .values([there, gone, ''].map((url, at) => ({ ...row, eventId: `old-${at}`, url })))
    .execute()
  await hideOldPictures(app.app)
  const stored = await app.db.selectFrom('paperEvent').where('paperId', '=', paperId).orderBy('id').select('url').execute()
  expect(stored.map((one) => one.url)).toEqual([`private:202611/${'a'.repeat(32)}.jpg`, '', ''])
  expect(existsSync(path)).toBe(false)
  expect((await app.http.inject({ url: there })).statusCode).toBe(404)
  const shown = await app.http.inject({ url: (await pictureAddresses(app.app))(stored[0]!.url) })
  expect([shown.statusCode, shown.body]).toEqual([200, 'jpg'])
})
