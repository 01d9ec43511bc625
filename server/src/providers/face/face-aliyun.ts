// Faces by Alibaba Cloud: facebody 2019-12-30, CompareFace. Its library accepts only addresses of an OSS bucket in Shanghai, so that pictures are
// compared with the picture stored here, and nothing is stored at the service.
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { FaceAliyun } from '@shuyuan/contract/site/provider/prop-face.ts'
import * as z from 'zod'
import type { App } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { callProvider, textOf } from '../call-provider.ts'
import { acs3Query, signAcs3 } from '../sign-acs3.ts'
import { type FaceProblem, type FaceProvider, failedMatch, judged, type Looked, type Match, type Thresholds } from './face.ts'
import { aliyunMeaning, mayTryAgain, problemOf, Refused } from './face-codes.ts'
import { smallPicture, vendorEnrolment } from './face-picture.ts'

/** The service answers 61, 69 and 75 as the scores of one wrong pass in 1,000, 10,000 and 100,000. */
const thresholds: Thresholds = { pass: 69, grey: 61, lower: false }
const LEAST_QUALITY = 50
const TIMEOUT_MS = 8_000
const contentType = 'application/x-www-form-urlencoded'
const Compared = z.object({
  Confidence: z.number(),
  QualityScoreA: z.number().optional(),
  QualityScoreB: z.number().optional(),
  RectAList: z.array(z.number()).default([]),
  RectBList: z.array(z.number()).default([]),
})

const Lived = z.object({
  Elements: z.array(z.object({ FaceNumber: z.number().default(1), Results: z.array(z.object({ Suggestion: z.string() })) })),
})

type Settings = z.output<typeof FaceAliyun>
type Needed = Pick<App, 'outgoing' | 'log'>

/** Signed requests that compare two pictures, or look for a living face. */
function openClient(data: Settings, { outgoing, log }: Needed) {
  const { accessKeyId, accessKeySecret } = data
  async function once(action: string, parameters: Record<string, string>) {
    const url = new URL(`${addressOf(data.baseUrl, 'https://facebody.cn-shanghai.aliyuncs.com')}/`)
    const body = acs3Query(parameters)
    const signed = signAcs3({ method: 'POST', url, action, version: '2019-12-30', body, contentType, accessKeyId, accessKeySecret })
    const { host: _host, ...headers } = signed
    const { data: answer } = await callProvider(outgoing, {
      url: url.href,
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      down: 'faceDown',
    })
    return answer
  }
  /** The answer, or the problem of a picture. Fails faceDown. What may work a moment later is repeated. */
  async function ask<T extends z.ZodType>(action: string, parameters: Record<string, string>, Data: T): Promise<z.output<T> | FaceProblem> {
    for (let at = 1; ; at++) {
      const answer = await once(action, parameters)
      const found = Data.safeParse(answer['Data'])
      if (found.success) return found.data
      const refused = textOf(answer, 'Code')
      const meaning = aliyunMeaning(refused)
      if (meaning === 'again' && (await mayTryAgain(at))) continue
      if (meaning !== 'again' && meaning !== 'down') return problemOf(new Refused(meaning))
      log.warn({ action, refused }, 'the face service refused a request')
      return fail('faceDown')
    }
  }
  /** The two pictures compared, or the problem of one of them. Fails faceDown. */
  async function pair(one: Buffer | undefined, other: Buffer): Promise<z.output<typeof Compared> | FaceProblem> {
    if (other.length === 0) return 'camera'
    const [ImageDataA, ImageDataB] = await Promise.all([one && smallPicture(one), smallPicture(other)])
    if (ImageDataA === undefined || ImageDataB === undefined) return one === undefined ? 'unenrolled' : 'broken'
    const compared = await ask('CompareFace', { ImageDataA, ImageDataB }, Compared)
    // a picture without a face may be answered with an empty rectangle
    return typeof compared !== 'string' && compared.RectBList.length === 4 && compared.RectBList[2] === 0 ? 'none' : compared
  }
  /** The problem of a picture that shows no living face by the service's opinion; '' for one that does. */
  async function notLive(picture: Buffer): Promise<FaceProblem | ''> {
    const ImageData = data.liveCheck ? await smallPicture(picture) : undefined
    if (ImageData === undefined) return ''
    const found = await ask('DetectLivingFace', { 'Tasks.1.ImageData': ImageData }, Lived)
    if (typeof found === 'string') return found
    const [element] = found.Elements
    if (!element || element.FaceNumber === 0) return 'none'
    if (element.FaceNumber > 1) return 'many'
    return element.Results.every((one) => one.Suggestion !== 'block') ? '' : 'live'
  }
  return { pair, notLive }
}

/** `data`: the account's settings. */
export function aliyunFace(data: Settings, app: Needed): FaceProvider {
  const { pair, notLive } = openClient(data, app)
  async function matched(one: Buffer | undefined, other: Buffer): Promise<Match> {
    const compared = (other.length > 0 && (await notLive(other))) || (await pair(one, other))
    return typeof compared === 'string' ? failedMatch(compared) : judged(compared.Confidence, thresholds)
  }
  async function look(picture: Buffer): Promise<Looked> {
    const compared = await pair(picture, picture)
    if (typeof compared === 'string') return { problem: compared }
    const [, , width = vendorEnrolment.width] = compared.RectAList
    if (width < vendorEnrolment.width) return { problem: 'small' }
    if ((compared.QualityScoreA ?? 100) < LEAST_QUALITY) return { problem: 'blurred' }
    return { width: Math.round(width), yaw: 0, pitch: 0 }
  }
  return {
    name: 'aliyun',
    model: 'compare-face',
    judgesLive: data.liveCheck,
    thresholds,
    look,
    async enrol(_userId, picture) {
      const seen = await look(picture)
      return 'problem' in seen ? seen : { vector: '', vendorId: '', width: seen.width, yaw: 0 }
    },
    match: async ({ picture: stored }, picture) => matched(await stored(), picture),
    compare: matched,
    // one against many needs a library at the service
    search: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
  }
}
