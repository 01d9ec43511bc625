// Challenges of a sign-in by face: single use, one address, frames that differ.
import type { FaceAction } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { isLocalInstalled, localFace } from '../../providers/face/face-local.ts'
import type { FaceProvider } from '../../providers/face/face.ts'
import { switches } from '../site/config/config.service.ts'
import { activeFace } from '../site/provider/compare.service.ts'
import { didActions, drawActions } from './challenge.rules.ts'
import { pictureBytes } from './match.service.ts'

const SECONDS = 60
const hashOf = (value: string | Buffer) => createHash('sha256').update(value).digest()
type Login = Input<(typeof user)['face-login']>

/** The provider of a sign-in by face. Fails methodOff while the switch is off, faceUnset where nothing compares faces. */
export async function mustOfferFace(ctx: Ctx): Promise<FaceProvider> {
  if (!(await switches(ctx)).faceLogin) fail('methodOff')
  return (await activeFace(ctx.app)) ?? fail('faceUnset')
}

/** A challenge for this account name, whether it exists or not. Fails as mustOfferFace. */
export async function startChallenge(
  ctx: Ctx,
  { userName = '' }: Input<(typeof user)['face-challenge']>,
): Promise<Output<(typeof user)['face-challenge']>> {
  const { app, now, request } = ctx
  await mustOfferFace(ctx)
  const challengeId = randomBytes(24).toString('base64url')
  const actions = drawActions((n) => randomInt(n))
  const row = {
    hash: hashOf(challengeId),
    userName: userName.toLowerCase(),
    actions,
    ip: request.ip,
    expireTime: new Date(now.getTime() + SECONDS * 1_000),
  }
  await app.db.insertInto('sysFaceChallenge').values(row).execute()
  return { challengeId, actions, seconds: SECONDS }
}

/**
 * Whether the pictures answer a challenge, which is used up; or whether the provider itself refuses photos of photos. Fails faceChallenge without a
 * challenge where one is needed.
 */
export async function isAlive(
  ctx: Ctx,
  provider: FaceProvider,
  { challengeId, frames = [], base64, userName = '' }: Login,
): Promise<boolean> {
  const { app, now, request } = ctx
  if (challengeId === undefined || !isLocalInstalled(app)) return provider.judgesLive || fail('faceChallenge')
  const row = await app.db
    .deleteFrom('sysFaceChallenge')
    .where('hash', '=', hashOf(challengeId))
    .returning(['actions', 'ip', 'userName', 'expireTime'])
    .executeTakeFirst()
  if (!row || row.expireTime < now || row.ip !== request.ip || row.userName !== userName.toLowerCase()) return false
  const pictures = [base64, ...frames.map((one) => one.base64)].map(pictureBytes)
  const isEachNew = new Set(pictures.map((one) => hashOf(one).toString('base64'))).size === pictures.length
  const isInOrder = frames.length === row.actions.length && frames.every((one, at) => one.action === row.actions[at])
  if (!isEachNew || !isInOrder) return false
  return didActions(row.actions as FaceAction[], await localFace(app).frames(pictures))
}

/** Deletes expired challenges. */
export async function sweepChallenges(app: App): Promise<void> {
  await app.db.deleteFrom('sysFaceChallenge').where('expireTime', '<', app.clock()).execute()
}
