// The wrong rows of an import as a sheet, before and after the right ones were committed.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { readSheet } from '../../../kernel/sheet/spreadsheet.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const { id: repoId } = await makeRepo(app.ctx())
const sheet = '题型,题干,选项A,选项B,答案\n单选题,一题,甲,乙,A\n单选题,二题,甲,乙,E\n连连看,三题,甲,乙,A\n'
const stage = async (content: string | Uint8Array, name: string) =>
  (await app.upload(quImport.stage, Buffer.from(content), name, { repoId }, token)).data.id

const fetched = async (id: string) => {
  const reply = await app.http.inject({ method: 'POST', url: quImport['wrong-rows'].path, headers: { token }, payload: { id } })
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-'))
  try {
    const path = join(folder, 'wrong.xlsx')
    await writeFile(path, reply.rawPayload)
    const rows = []
    for await (const { cells } of readSheet(path)) rows.push(cells)
    return { rows, bytes: reply.rawPayload }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the wrong rows are a sheet with their faults, also after the commit; mended, it is read again', async () => {
  const id = await stage(sheet, '表.csv')
  const { rows } = await fetched(id)
  const [head = [], ...found] = rows
  const cellsOf = (...names: string[]) => found.map((row) => names.map((name) => row[head.indexOf(name)]))
  expect(cellsOf('题型', '题干', '选项A', '选项B', '错误说明')).toEqual([
    ['单选题', '二题', '甲', '乙', '答案：答案“E”不在选项中'],
    ['', '三题', '甲', '乙', expect.stringContaining('题型：题型应为')],
  ])
  expect(await app.ok(quImport.commit, { id }, token)).toEqual({ inserted: 1 })
  expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ state: 'committed', wrong: 2 })
  const { bytes } = await fetched(id)
  const again = await stage(bytes, '有误.xlsx')
  expect(await app.ok(quImport.detail, { id: again }, token)).toMatchObject({ total: 2, wrong: 2, notes: [] })
})

test('there is no file without wrong rows, and none for other people', async () => {
  const id = await stage(sheet.split('\n').slice(0, 2).join('\n'), '表.csv')
  expect(await app.call(quImport['wrong-rows'], { id }, token)).toMatchObject({ code: errors.notFound[0], msg: '没有有误的试题' })
  const other = await app.enrol({ userName: 'tom', roleType: RoleType.staff, roles: ['教师'] })
  expect(await app.call(quImport['wrong-rows'], { id }, other.token)).toMatchObject({ code: errors.notFound[0] })
})
