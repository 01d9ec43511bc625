// The opinion of the automatic audit: the photo shows one good face, of the person who is enrolled already, and of this name and number.
import type { App } from '../../../kernel/ctx.ts'
import { type FaceProblem, type FaceProvider, isUncomparable } from '../../../providers/face/face.ts'
import type { IdentityOpinion, IdentityProvider, IdentityRequest } from '../../../providers/identity.ts'
import { faceRules } from '../../face/consent.service.ts'
import { faceBytes, faceMessage, usableFace } from '../../face/match.service.ts'
import { activeFace } from '../../site/provider/compare.service.ts'

// stored texts are Chinese
const unknown = (reason: string): IdentityOpinion => ({ verdict: 'unknown', reason: `${reason}，已转人工审核` })
const rejected = (reason: string): IdentityOpinion => ({ verdict: 'rejected', reason })
const passed = (reason: string): IdentityOpinion => ({ verdict: 'passed', reason })
const down = () => unknown('人脸服务暂时不可用')
const ofPhoto = (problem: FaceProblem) => (problem === 'down' ? down() : rejected(`照片不合格：${faceMessage(problem).zh}`))

/** Asks the active provider of faces. */
export const faceIdentity = (app: App): IdentityProvider => ({
  async verify(request) {
    const provider = await activeFace(app)
    if (!provider) return unknown('未启用人脸服务')
    const picture = await faceBytes(app, request.face)
    if (!picture) return unknown('照片暂时无法读取')
    const seen = await provider.look(picture)
    if ('problem' in seen) return ofPhoto(seen.problem)
    return (await againstEnrolled(app, provider, request.userId, picture)) ?? (await ofIdentity(app, provider, request, picture))
  },
})

/** undefined where the person has no face yet, or where it is the same one */
async function againstEnrolled(app: App, provider: FaceProvider, userId: string, picture: Buffer): Promise<IdentityOpinion | undefined> {
  const stored = await usableFace(app, provider, userId)
  if (!stored) return undefined
  const { passed: isSame, grey, problem } = await provider.match(stored, picture)
  if (grey) return unknown('照片与已录入的人脸相似度偏低')
  if (isSame) return undefined
  if (problem === 'face') return rejected('照片与已录入的人脸不是同一个人')
  return problem === '' || isUncomparable(problem) ? down() : ofPhoto(problem)
}

/** By the service, where its account may ask for identities; else by the rules of the library. */
async function ofIdentity(app: App, provider: FaceProvider, request: IdentityRequest, picture: Buffer): Promise<IdentityOpinion> {
  if (!provider.verify) {
    const { realAuto } = await faceRules({ app })
    return realAuto === 'photo' ? passed('照片合格，未核对姓名和身份证号') : unknown('未配置支持实名核验的人脸服务')
  }
  const { realName, idCard } = request
  const { passed: isRight, grey, problem } = await provider.verify({ realName, idCard, picture })
  if (grey) return unknown('照片与公安库照片相似度偏低')
  if (isRight) return passed('姓名、身份证号与照片核验一致')
  if (problem === 'identity') return rejected('姓名与身份证号不一致')
  if (problem === 'unknown') return unknown('公安库中没有该身份证号的照片')
  if (problem === 'face') return rejected('照片与公安库照片不是同一个人')
  return problem === '' ? down() : ofPhoto(problem)
}
