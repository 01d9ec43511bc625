// The caller's own real name: current state, and a request for verification.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { realState } from '@shuyuan/contract/account/realname/real.ts'
import type { real } from '@shuyuan/contract/account/realname/real.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/database.ts'
import { addressHours, fileAddresses, plainAddress } from '../../../kernel/files/signed-file.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { protectAfter } from '../../common/protect.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { mustOwnPicture } from '../../site/provider/picture.service.ts'
import { privatePhotos } from './private-photos.service.ts'
import { reviewByProvider } from './real-auto.service.ts'
import { mustBeFree, passRecords } from './real-pass.service.ts'
import { idCardOfReal, idCardOfUser, openIdCard, sealedIdCard } from '../../people/user/id-card.service.ts'
import { readIdCard } from './real.rules.ts'

type Own = Output<typeof real.queryUserInfo>

/** Fails realOff while the switch realPerson is off. */
export async function mustBeOn(ctx: Ctx): Promise<void> {
  if (!(await switches(ctx)).realPerson) fail('realOff')
}

/** Age, birthday, place and sex by an identity number. Fails realOff, or badInput for an invalid number. */
export async function parseIdCard(ctx: Ctx, { idCard }: Input<(typeof real)['parse-id']>): Promise<Output<(typeof real)['parse-id']>> {
  await mustBeOn(ctx)
  return readIdCard(idCard, ctx.now) ?? failField('idCard', sayKernel('idCardForm'))
}

/** The caller's latest request, or the account's data without one. Fails realOff. */
export async function ownReal(ctx: Ctx): Promise<Own> {
  await mustBeOn(ctx)
  const person = await ctx.db
    .selectFrom('sysUser')
    .where('id', '=', ctx.user.id)
    .select(['realName', 'face', 'idCard', 'sex', 'mobile', 'realPerson'])
    .executeTakeFirstOrThrow()
  const row = await ctx.db
    .selectFrom('sysReal')
    .where('userId', '=', ctx.user.id)
    .orderBy('id', 'desc')
    .select(['id', 'realName', 'face', 'idCard', 'sex', 'age', 'birthday', 'domicileAddress', 'contactWay', 'state', 'auditMsg'])
    .select(['auditTime', 'createTime'])
    .executeTakeFirst()
  const { realPerson, mobile, ...stored } = person
  const addressOf = await fileAddresses(ctx.app, addressHours.personal)
  const known = { ...stored, idCard: openIdCard(ctx.app, idCardOfUser, ctx.user.id, stored.idCard) }
  if (row)
    return {
      ...row,
      face: addressOf(row.face),
      idCard: openIdCard(ctx.app, idCardOfReal, row.id, row.idCard),
      realPerson,
      state: row.state,
      state_dictText: realState[row.state],
    }
  const { age = null, birthday = '', area = '', sex = known.sex } = readIdCard(known.idCard, ctx.now) ?? {}
  const nothing = { id: '', state: null, state_dictText: '', auditMsg: '', auditTime: null, createTime: null }
  return {
    ...known,
    face: addressOf(known.face),
    ...nothing,
    age,
    birthday,
    sex,
    domicileAddress: area,
    contactWay: mobile ?? '',
    realPerson,
  }
}

/**
 * Requests verification. Age, birthday, sex and place are computed again. By the switch faceAudit the request passes immediately (no), is
 * sent to the face provider after it was stored (auto), or waits for a person. The account changes only when it passes. Fails realOff,
 * realWaiting, realTaken, and badInput at the field.
 */
export async function submitReal(ctx: Ctx, input: Input<typeof real.submit>): Promise<true> {
  await mustBeOn(ctx)
  const { id: userId } = ctx.user
  const facts = readIdCard(input.idCard, ctx.now) ?? failField('idCard', sayKernel('idCardForm'))
  // serialises two requests of one user
  const person = await ctx.db
    .selectFrom('sysUser')
    .where('id', '=', userId)
    .forUpdate()
    .select(['realName', 'idCard', 'face', 'realPerson'])
    .executeTakeFirstOrThrow()
  if (person.realPerson && input.realName !== person.realName) failField('realName', say('realNameVerified'))
  if (person.realPerson && input.idCard !== openIdCard(ctx.app, idCardOfUser, userId, person.idCard))
    failField('idCard', say('idCardVerified'))
  const face = plainAddress(input.face)
  if (face !== person.face) await mustOwnPicture(ctx, face, 'face')
  protectAfter(ctx, privatePhotos, face)
  await mustBeFree(ctx, userId, input.idCard)
  const { area, ...rest } = facts
  const { realName, idCard, contactWay } = input
  const values = { userId, realName, face, idCard: '', contactWay, ...rest, domicileAddress: area, createTime: ctx.now }
  const { id } = await ctx.db
    .insertInto('sysReal')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => (violates(error, 'unique') ? fail('realWaiting') : Promise.reject(error as Error)))
  // the number is sealed for its row
  await ctx.db
    .updateTable('sysReal')
    .set(sealedIdCard(ctx.app, idCardOfReal, id, idCard))
    .where('id', '=', id)
    .execute()
  const { faceAudit } = await switches(ctx)
  if (faceAudit === 'no') await passRecords(ctx, [id], { auditMsg: '系统自动通过', auditBy: null, autoResult: '无需审核' })
  if (faceAudit === 'auto') ctx.afterCommit(async () => void (await reviewByProvider(ctx, [id])))
  return true
}
