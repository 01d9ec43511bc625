// Checks pictures that a user names as their own.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { failField } from '../../../kernel/fail.ts'

/** Passes when the address is that of a picture (jpg or png) which the caller uploaded. Fails badInput at `field`. */
export async function mustOwnPicture({ db, user }: Pick<Ctx, 'db' | 'user'>, url: string, field: string): Promise<void> {
  const row = await db
    .selectFrom('commonFile')
    .where('url', '=', plainAddress(url))
    .where('ownerId', '=', user.id)
    .where(sql<boolean>`type in ('image/jpeg', 'image/png')`)
    .select('id')
    .executeTakeFirst()
  if (!row) failField(field, say('pictureForeign'))
}
