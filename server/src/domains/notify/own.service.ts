// Limits of notifying: holders of notify:own write only to the people of the things that they made (docs/decisions/0184).
import type { notify } from '@shuyuan/contract/notify/notify.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { type Ref, sourceOf } from './source.service.ts'

type Sending = Ref & Partial<Pick<Input<typeof notify.send>, 'audience' | 'channels' | 'sendAt'>>

/**
 * With notify:send nothing is refused. Otherwise fails forbidden for a thing that the caller did not make, an audience other than its people, a
 * channel other than the inbox, and a later time; at the field for an unknown type, notFound without an id.
 */
export async function mustMayNotify(ctx: Ctx, { refType, refId, audience, channels = [], sendAt }: Sending): Promise<void> {
  if (can(ctx, 'notify:send')) return
  const { ref, ...others } = audience ?? { ref: true }
  const isWider = ref !== true || Object.values(others).some((one) => one === true || (Array.isArray(one) && one.length > 0))
  if (isWider || channels.some((one) => one !== 'msg') || sendAt) fail('forbidden')
  const source = sourceOf(ctx, { refType, refId })
  if (!source || !(await source.isOwn(ctx, refId))) fail('forbidden')
}
