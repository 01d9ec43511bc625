// Faces by Tencent Cloud: iai 2020-03-03 with the model 3.0. A person of the service is a user of this site.
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { FaceQcloud } from '@shuyuan/contract/site/provider/prop-face.ts'
import * as z from 'zod'
import type { App } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { callProvider } from '../call-provider.ts'
import { signTc3 } from '../sign-tc3.ts'
import { type FaceProvider, failedMatch, type IdentityClaim, type IdentityMatch, judged, type Looked, type Thresholds } from './face.ts'
import { isIdentity, mayTryAgain, problemOf, qcloudMeaning, Refused } from './face-codes.ts'
import { radians, smallPicture, vendorEnrolment } from './face-picture.ts'

const MODEL = '3.0'
/** Scores of model 3.0: 50 is one wrong pass in 10,000, 40 one in 1,000. */
const thresholds: Thresholds = { pass: 50, grey: 40, lower: false }
const SEARCH_SCORE = 80
const LIVE_SCORE = 40
const TIMEOUT_MS = 8_000
const contentType = 'application/json; charset=utf-8'

const Face = z.object({
  Width: z.number(),
  FaceAttributesInfo: z.object({ Yaw: z.number(), Pitch: z.number() }).nullish(),
  FaceQualityInfo: z.object({ Sharpness: z.number().optional(), Score: z.number().optional() }).nullish(),
})
const LEAST_SHARP = 40

type Settings = z.output<typeof FaceQcloud>
type Needed = Pick<App, 'outgoing' | 'log'>

type Service = { name: string; version: string }
const faces: Service = { name: 'iai', version: '2020-03-03' }
const identities: Service = { name: 'faceid', version: '2018-03-01' }

/** Signed requests to the service. */
function openClient(data: Settings, { outgoing, log }: Needed, { name, version }: Service) {
  async function once(action: string, parameters: object) {
    const url = new URL(`${addressOf(data.baseUrl, `https://${name}.tencentcloudapi.com`)}/`)
    const body = JSON.stringify(parameters)
    const timestamp = Math.floor(Date.now() / 1_000)
    const signed = { 'content-type': contentType, host: url.host, 'x-tc-action': action.toLowerCase() }
    const answer = await callProvider(outgoing, {
      url: url.href,
      method: 'POST',
      headers: {
        'content-type': contentType,
        authorization: signTc3({ service: name, body, headers: signed, timestamp, ...data }),
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-timestamp': String(timestamp),
        'x-tc-region': data.region,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      down: 'faceDown',
    })
    return z.object({ Response: z.looseObject({ Error: z.object({ Code: z.string() }).optional() }) }).safeParse(answer.data).data?.Response
  }
  /** The answer. Throws Refused for a picture that does not fit; fails faceDown. What may work a moment later is repeated. */
  async function ask(action: string, parameters: object): Promise<Record<string, unknown>> {
    for (let at = 1; ; at++) {
      const answer = await once(action, parameters)
      const refused = answer?.Error?.Code
      if (answer && refused === undefined) return answer
      const meaning = qcloudMeaning(refused ?? '')
      if (meaning !== 'down' && meaning !== 'again') throw new Refused(meaning)
      if (meaning === 'again' && (await mayTryAgain(at))) continue
      log.warn({ action, refused }, 'the face service refused a request')
      return fail('faceDown')
    }
  }
  return ask
}
type Ask = ReturnType<typeof openClient>

const imageOf = async (picture: Buffer) => (await smallPicture(picture)) ?? Promise.reject(new Refused('broken'))
const personOf = (userId: string) => `u${userId}`

/** Adds a person; the library is made with the first one. */
async function addPerson(ask: Ask, GroupId: string, person: object) {
  const add = () => ask('CreatePerson', { GroupId, ...person })
  try {
    await add()
  } catch (error) {
    if (!(error instanceof Refused) || error.meaning !== 'group') throw error
    await ask('CreateGroup', { GroupId, GroupName: GroupId, FaceModelVersion: MODEL })
    await add()
  }
}
/** Fails Refused for a picture of a picture, where the live check is on. */
async function live(ask: Ask, { liveCheck }: Settings, Image: string) {
  if (!liveCheck) return
  const { Score } = await ask('DetectLiveFaceAccurate', { Image, FaceModelVersion: MODEL })
  if (!(Number(Score) >= LIVE_SCORE)) throw new Refused('live')
}

async function look(ask: Ask, picture: Buffer): Promise<Looked> {
  if (picture.length === 0) return { problem: 'camera' }
  try {
    const Image = await imageOf(picture)
    const asked = { Image, MaxFaceNum: 3, NeedFaceAttributes: 1, NeedQualityDetection: 1, FaceModelVersion: MODEL }
    const faces = z.array(Face).safeParse((await ask('DetectFace', asked))['FaceInfos']).data ?? []
    const [first, second] = faces
    if (!first) return { problem: 'none' }
    if (second) return { problem: 'many' }
    const { Yaw = 0, Pitch = 0 } = first.FaceAttributesInfo ?? {}
    if (first.Width < vendorEnrolment.width) return { problem: 'small' }
    if (Math.abs(Yaw) > vendorEnrolment.degrees || Math.abs(Pitch) > vendorEnrolment.degrees) return { problem: 'turned' }
    if ((first.FaceQualityInfo?.Sharpness ?? 100) < LEAST_SHARP) return { problem: 'blurred' }
    return { width: first.Width, yaw: radians(Yaw), pitch: radians(Pitch) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}
/** Scores below this by the authority's photo are another person; up to the threshold of the settings a person decides. */
const OTHER_BELOW = 40

function verifier(data: Settings, app: Needed) {
  const ask = openClient(data, app, identities)
  return async ({ realName, idCard, picture }: IdentityClaim): Promise<IdentityMatch> => {
    try {
      const claim = { IdCard: idCard, Name: realName, ImageBase64: await imageOf(picture) }
      const { Result, Sim } = await ask('ImageRecognitionV2', claim)
      if (Result !== 'Success') throw new Refused(qcloudMeaning(String(Result)))
      return judged(Number(Sim), { pass: data.realScore, grey: OTHER_BELOW, lower: false })
    } catch (error) {
      if (error instanceof Refused && isIdentity(error.meaning)) return { ...failedMatch('face'), problem: error.meaning }
      if (error instanceof Refused && (error.meaning === 'down' || error.meaning === 'again')) return fail('faceDown')
      return failedMatch(problemOf(error))
    }
  }
}

/** `data`: the account's settings. */
export function qcloudFace(data: Settings, app: Needed): FaceProvider {
  const ask = openClient(data, app, faces)
  async function scored(picture: Buffer, act: (image: string) => Promise<number>) {
    if (picture.length === 0) return failedMatch('camera')
    try {
      const image = await imageOf(picture)
      await live(ask, data, image)
      return judged(await act(image), thresholds)
    } catch (error) {
      return failedMatch(problemOf(error))
    }
  }

  return {
    name: 'qcloud',
    model: `iai-${MODEL}`,
    judgesLive: data.liveCheck,
    thresholds,
    look: (picture) => look(ask, picture),
    async enrol(userId, picture) {
      const seen = await look(ask, picture)
      if ('problem' in seen) return seen
      try {
        const PersonId = personOf(userId)
        await ask('DeletePerson', { PersonId }).catch(problemOf)
        await addPerson(ask, data.groupId, { PersonId, PersonName: PersonId, Image: await imageOf(picture), QualityControl: 2 })
        return { vector: '', vendorId: PersonId, width: seen.width, yaw: seen.yaw }
      } catch (error) {
        return { problem: problemOf(error) }
      }
    },
    match: ({ vendorId }, picture) =>
      scored(picture, async (Image) => Number((await ask('VerifyFace', { PersonId: vendorId, Image, QualityControl: 0 }))['Score'])),
    async compare(one, other) {
      const ImageA = await smallPicture(one)
      if (ImageA === undefined) return failedMatch('broken')
      return scored(other, async (ImageB) => Number((await ask('CompareFace', { ImageA, ImageB, FaceModelVersion: MODEL }))['Score']))
    },
    async search(picture, _library, most) {
      try {
        const Image = await imageOf(picture)
        await live(ask, data, Image)
        const { Results } = await ask('SearchPersons', { GroupIds: [data.groupId], Image, MaxFaceNum: 1, MaxPersonNum: most })
        const Found = z.array(z.object({ Candidates: z.array(z.object({ PersonId: z.string(), Score: z.number() })) }))
        const [first] = Found.safeParse(Results).data ?? []
        return (first?.Candidates ?? [])
          .filter((one) => one.Score >= SEARCH_SCORE && /^u\d+$/.test(one.PersonId))
          .map((one) => ({ userId: one.PersonId.slice(1), score: one.Score }))
      } catch (error) {
        problemOf(error)
        return []
      }
    },
    async forget({ vendorId }) {
      await ask('DeletePerson', { PersonId: vendorId }).catch(problemOf)
    },
    ...(data.realCheck && { verify: verifier(data, app) }),
  }
}
