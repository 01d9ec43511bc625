// Departments for tests and demo data.
import type { Database } from '../../../kernel/database.ts'

/** Inserts a department below `parentCode`. Its code is the parent's with a letter and two more digits. @returns the code */
export async function makeDepart(db: Database, parentCode: string, deptName: string): Promise<string> {
  const parent = await db.selectFrom('sysDepart').where('deptCode', '=', parentCode).select(['id', 'path']).executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('sysDepart')
    .where('parentId', '=', parent.id)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const sort = Number(count) + 1
  const deptCode = `${parentCode}A${String(sort).padStart(2, '0')}`
  const { id } = await db
    .insertInto('sysDepart')
    .values({ parentId: parent.id, deptName, deptCode, sort })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('sysDepart')
    .set({ path: `${parent.path}${id}/` })
    .where('id', '=', id)
    .execute()
  return deptCode
}
