// Compares two pictures with the active provider, for the administrator who sets it up. Neither picture is stored.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import type { faceTest } from '@shuyuan/contract/face/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { wording } from '../../kernel/localized.ts'
import { activeFace } from '../site/provider/compare.service.ts'
import { faceMessage, pictureBytes } from './match.service.ts'

type Tested = (typeof faceTest)['face-test']

/** Fails faceUnset without an active provider, and faceDown. */
export async function testFaces(ctx: Ctx, { one, other }: Input<Tested>): Promise<Output<Tested>> {
  const provider = (await activeFace(ctx.app)) ?? fail('faceUnset', say('facesNotCompared'))
  const began = performance.now()
  const { problem, ...match } = await provider.compare(pictureBytes(one), pictureBytes(other))
  const { pass, grey: greyTo, lower } = provider.thresholds
  const ms = Math.round(performance.now() - began)
  return { ...match, provider: provider.name, problem: problem === '' ? '' : wording(ctx, faceMessage(problem)), pass, greyTo, lower, ms }
}
