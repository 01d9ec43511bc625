// Sign-in by face: one person against their own face; against a small library without an account name.
import { user } from '@shuyuan/contract/account/user.ts'
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { FaceState } from '@shuyuan/contract/face/face.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import type { FaceProvider } from '../../../providers/face/face.ts'
import { isAlive, mustOfferFace } from '../../face/challenge.service.ts'
import { pictureBytes, storedFace, usableFace } from '../../face/match.service.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { countWrong, mustBeUnlocked } from './guess.service.ts'
import { countingKeys } from '../../session/device-mark.service.ts'
import { countAddress, mustBeFreeAddress, oneByOne } from '../../site/log/failure.service.ts'
import { type Account, accountFacts, enter, mustBeUsable } from './enter.service.ts'

type Login = Input<(typeof user)['face-login']>
/** Among more faces a wrong one comes too near: 0.05 % of 500 is one in four searches. */
const MOST_SEARCHED = 500

/**
 * Sign-in by face. A failure counts as a wrong password does, and says nothing of the account. Fails methodOff, faceUnset, faceChallenge, faceRefused,
 * faceDown, tooOften, or as login for the account's state.
 */
export function faceLogin(ctx: Ctx, input: Login): Promise<Output<typeof user.login>> {
  const name = (input.userName ?? '').toLowerCase()
  return trackSignIn(ctx, 'face', name, async (attempt) => {
    const provider = await mustOfferFace(ctx)
    const account = name === '' ? await proveAmongAll(ctx, provider, input) : await proveNamed(ctx, provider, name, input)
    Object.assign(attempt, { id: account.id, userName: account.userName })
    mustBeUsable(account, ctx.now)
    return enter(ctx, user['face-login'], { userName: account.userName }, account)
  })
}

async function proveNamed(ctx: Ctx, provider: FaceProvider, name: string, input: Login): Promise<Account> {
  const { app } = ctx
  await mustBeFreeAddress(ctx)
  const counting = await countingKeys(ctx, name)
  return oneByOne(app, counting.keys.at(-1)?.key ?? name, async () => {
    await mustBeUnlocked(ctx, name, counting)
    const account = (await isAlive(ctx, provider, input)) ? await matching(ctx, provider, name, input) : undefined
    if (account) return account
    await countWrong(app, counting)
    await countAddress(ctx)
    return fail('faceRefused')
  })
}

async function matching({ app }: Ctx, provider: FaceProvider, name: string, { base64 }: Login): Promise<Account | undefined> {
  const account = await app.db
    .selectFrom('sysUser')
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', name))
    .select(accountFacts)
    .executeTakeFirst()
  const stored = account && (await usableFace(app, provider, account.id))
  if (!stored) return undefined
  const { passed, grey, problem } = await provider.match(stored, pictureBytes(base64))
  if (problem === 'down') fail('faceDown')
  // near the threshold is not near enough to open an account
  return passed && !grey ? account : undefined
}

/** One of a small library, learners only. */
async function proveAmongAll(ctx: Ctx, provider: FaceProvider, input: Login): Promise<Account> {
  const { app } = ctx
  await mustBeFreeAddress(ctx)
  const rows = await app.db
    .selectFrom('sysFace')
    .innerJoin('sysUser', 'sysUser.id', 'sysFace.id')
    .where('sysFace.state', '=', FaceState.used)
    .where('sysFace.provider', '=', provider.name)
    .where('sysFace.model', '=', provider.model)
    .limit(MOST_SEARCHED + 1)
    .select(['sysFace.id', 'vector', 'vendorId', 'url', 'roleType'])
    .execute()
  if (rows.length > MOST_SEARCHED) fail('faceChallenge', say('faceNeedsName'))
  const alive = await isAlive(ctx, provider, input)
  // back-office users are compared too, so that none of them passes for a learner
  const library = rows.map((row) => storedFace(app, row.id, row))
  const [first] = alive ? await provider.search(pictureBytes(input.base64), library, 2) : []
  const found = rows.find((row) => row.id === first?.userId)
  if (found?.roleType === RoleType.learner)
    return app.db.selectFrom('sysUser').where('id', '=', found.id).select(accountFacts).executeTakeFirstOrThrow()
  await countAddress(ctx)
  return fail('faceRefused')
}
