// Grants that repeat on one connection: PostgreSQL then plans the statement once for any value.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { sql } from 'kysely'
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { grantTo } from './grant.service.ts'

const { app, admin, ann } = await startWith('ann')
const domains = fileURLToPath(new URL('../', import.meta.url))

test('are all stored, also once the statement is planned for any value', async () => {
  const given = { title: '上岗证', authority: '集团', validMonths: 0, layout: presets.honour }
  const { id: certId } = await app.ok(cert.save, given, admin)
  const granted = await app.db.transaction().execute(async (db) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
    const counts: number[] = []
    for (let no = 1; no <= 3; no++)
      counts.push(await grantTo(app.ctx({ db }), { certId, userIds: [ann.id], refType: 'exam', refId: String(no) }))
    return counts
  })
  expect(granted).toEqual([1, 1, 1])
})

test('no statement finds its unique index by a parameter', async () => {
  const found: string[] = []
  for await (const file of glob('**/*.service.ts', { cwd: domains })) {
    const text = await readFile(`${domains}${file}`, 'utf8')
    // conflict.columns([…]).where('state', '=', value): behind the columns, before doNothing or doUpdateSet
    if (
      /\.columns?\([^)]*\)\s*\.where\((?!sql)(?:[^()]|\((?!sql))*?,\s*(?!sql\.lit|\[sql\.lit)[\w.]+\)\s*\.do(?:Nothing|UpdateSet)/.test(
        text,
      )
    )
      found.push(file)
  }
  expect(found, 'write the value as sql.lit').toEqual([])
})
