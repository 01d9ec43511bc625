// Makes user groups for tests.
import type { Database } from '../../../kernel/database.ts'

/** A group with these members. @returns its id */
export async function makeGroup(db: Database, groupName: string, userIds: readonly string[] = []): Promise<string> {
  const { id } = await db.insertInto('sysGroup').values({ groupName }).returning('id').executeTakeFirstOrThrow()
  if (userIds.length > 0)
    await db
      .insertInto('sysGroupUser')
      .values(userIds.map((userId) => ({ groupId: id, userId })))
      .execute()
  return id
}
