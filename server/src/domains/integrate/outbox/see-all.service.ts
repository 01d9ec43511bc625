// What concerns everybody needs a caller who sees everybody.
import { say } from '@shuyuan/contract/integrate/integrate.server.texts.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

/** Fails forbidden for callers who do not see all users: messages are about everybody. */
export async function mustSeeAll(ctx: Pick<Ctx, 'db' | 'user'>): Promise<void> {
  if ((await scopeOf(ctx)).width !== 'all') fail('forbidden', say('hookScope'))
}
