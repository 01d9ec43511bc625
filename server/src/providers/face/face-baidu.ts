// Faces by Baidu: face v3. A user of a group at the service is a user of this site.
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { FaceBaidu } from '@shuyuan/contract/site/provider/prop-face.ts'
import * as z from 'zod'
import type { App } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { callProvider, textOf } from '../call-provider.ts'
import { type FaceProvider, failedMatch, type IdentityClaim, type IdentityMatch, judged, type Looked, type Thresholds } from './face.ts'
import { baiduMeaning, isIdentity, mayTryAgain, problemOf, Refused } from './face-codes.ts'
import { radians, smallPicture, vendorEnrolment } from './face-picture.ts'

/** 80 is the service's own threshold, one wrong pass in 10,000. */
const thresholds: Thresholds = { pass: 80, grey: 70, lower: false }
const DAY_MS = 86_400_000
const TIMEOUT_MS = 8_000
const MOST_BLUR = 0.7
const Face = z.object({
  location: z.object({ width: z.number() }),
  angle: z.object({ yaw: z.number(), pitch: z.number() }).optional(),
  quality: z.object({ blur: z.number() }).optional(),
})

type Settings = z.output<typeof FaceBaidu>
type Needed = Pick<App, 'outgoing' | 'log' | 'clock'>

/** Requests with the token of the account, which is renewed a day before its end. */
function openClient(data: Settings, { outgoing, log, clock }: Needed) {
  const base = addressOf(data.baseUrl, 'https://aip.baidubce.com')
  const post = (path: string, query: Record<string, string>, body: string) =>
    callProvider(outgoing, {
      // the token and the keys are in the query: callProvider drops causes, which could contain it
      url: `${base}${path}?${new URLSearchParams(query).toString()}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      timeoutMs: TIMEOUT_MS,
      down: 'faceDown',
    })
  let token: { value: string; until: number } | undefined
  async function freshToken(): Promise<string> {
    const now = clock().getTime()
    if (token && token.until > now) return token.value
    const query = { grant_type: 'client_credentials', client_id: data.appKey, client_secret: data.secretKey }
    const answer = (await post('/oauth/2.0/token', query, '')).data
    const value = textOf(answer, 'access_token')
    if (value === '') {
      log.warn({ refused: textOf(answer, 'error') }, 'the face service gave no token')
      fail('faceDown')
    }
    token = { value, until: now + Number(answer['expires_in'] ?? 0) * 1_000 - DAY_MS }
    return value
  }
  /** The result. Throws Refused for a picture that does not fit; fails faceDown. An ended token and what may work a moment later are tried again. */
  async function ask(path: string, body: object): Promise<Record<string, unknown>> {
    for (let at = 1; ; at++) {
      const { data: answer } = await post(`/rest/2.0/face/v3/${path}`, { access_token: await freshToken() }, JSON.stringify(body))
      const code = textOf(answer, 'error_code')
      if (code === '0') return (answer['result'] ?? {}) as Record<string, unknown>
      const meaning = baiduMeaning(code)
      if (meaning === 'token') token = undefined
      else if (meaning !== 'again' && meaning !== 'down') throw new Refused(meaning)
      if (meaning !== 'down' && (await mayTryAgain(at))) continue
      log.warn({ path, refused: code }, 'the face service refused a request')
      return fail('faceDown')
    }
  }
  return ask
}
type Ask = ReturnType<typeof openClient>

const imageOf = async (picture: Buffer) => (await smallPicture(picture)) ?? Promise.reject(new Refused('broken'))
const given = (image: string) => ({ image, image_type: 'BASE64' })
const userOf = (userId: string) => `u${userId}`

/** Adds or replaces a user; the group is made with the first one. */
async function addUser(ask: Ask, group_id: string, user: object) {
  const add = () => ask('faceset/user/add', { group_id, ...user, quality_control: 'NORMAL', action_type: 'REPLACE' })
  try {
    await add()
  } catch (error) {
    if (!(error instanceof Refused) || error.meaning !== 'group') throw error
    await ask('faceset/group/add', { group_id })
    await add()
  }
}

async function look(ask: Ask, picture: Buffer): Promise<Looked> {
  if (picture.length === 0) return { problem: 'camera' }
  try {
    const image = await imageOf(picture)
    const result = await ask('detect', { ...given(image), face_field: 'angle,quality', max_face_num: 3 })
    const [first, second] = z.array(Face).safeParse(result['face_list']).data ?? []
    if (!first) return { problem: 'none' }
    if (second) return { problem: 'many' }
    const { yaw = 0, pitch = 0 } = first.angle ?? {}
    if (first.location.width < vendorEnrolment.width) return { problem: 'small' }
    if (Math.abs(yaw) > vendorEnrolment.degrees || Math.abs(pitch) > vendorEnrolment.degrees) return { problem: 'turned' }
    if ((first.quality?.blur ?? 0) > MOST_BLUR) return { problem: 'blurred' }
    return { width: Math.round(first.location.width), yaw: radians(yaw), pitch: radians(pitch) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}
const Listed = z.array(z.object({ user_id: z.string(), score: z.number() }))

async function scored(picture: Buffer, act: (image: string) => Promise<number>) {
  if (picture.length === 0) return failedMatch('camera')
  try {
    return judged(await act(await imageOf(picture)), thresholds)
  } catch (error) {
    return failedMatch(problemOf(error))
  }
}

/** Scores below this by the authority's photo are another person; up to the threshold of the settings a person decides. */
const OTHER_BELOW = 50

function verifier(data: Settings, ask: Ask) {
  return async ({ realName, idCard, picture }: IdentityClaim): Promise<IdentityMatch> => {
    try {
      const claim = { id_card_number: idCard, name: realName, quality_control: 'NORMAL', liveness_control: 'NONE' }
      const { score } = await ask('person/verify', { ...given(await imageOf(picture)), ...claim })
      return judged(Number(score), { pass: data.realScore, grey: OTHER_BELOW, lower: false })
    } catch (error) {
      if (error instanceof Refused && isIdentity(error.meaning)) return { ...failedMatch('face'), problem: error.meaning }
      return failedMatch(problemOf(error))
    }
  }
}

/** `data`: the account's settings. */
export function baiduFace(data: Settings, app: Needed): FaceProvider {
  const ask = openClient(data, app)
  const liveness_control = data.liveCheck ? 'NORMAL' : 'NONE'
  const searched = async (image: string, more: object) => {
    const result = await ask('search', { ...given(image), group_id_list: data.faceGroup, liveness_control, match_threshold: 0, ...more })
    return Listed.safeParse(result['user_list']).data ?? []
  }

  return {
    name: 'baidu',
    model: 'face-v3',
    judgesLive: data.liveCheck,
    thresholds,
    look: (picture) => look(ask, picture),
    async enrol(userId, picture) {
      const seen = await look(ask, picture)
      if ('problem' in seen) return seen
      try {
        const user_id = userOf(userId)
        await addUser(ask, data.faceGroup, { ...given(await imageOf(picture)), user_id })
        return { vector: '', vendorId: user_id, width: seen.width, yaw: seen.yaw }
      } catch (error) {
        return { problem: problemOf(error) }
      }
    },
    match: ({ vendorId }, picture) =>
      scored(picture, async (image) => (await searched(image, { user_id: vendorId }))[0]?.score ?? Promise.reject(new Refused('face'))),
    async compare(one, other) {
      const image = await smallPicture(one)
      if (image === undefined) return failedMatch('broken')
      return scored(other, async (second) => {
        const side = { face_type: 'LIVE', quality_control: 'NONE' }
        const pair = [
          { ...given(image), ...side, liveness_control: 'NONE' },
          { ...given(second), ...side, liveness_control },
        ]
        return Number((await ask('match', pair))['score'])
      })
    },
    async search(picture, _library, most) {
      try {
        const found = await searched(await imageOf(picture), { max_user_num: most, match_threshold: thresholds.pass })
        return found.filter((one) => /^u\d+$/.test(one.user_id)).map((one) => ({ userId: one.user_id.slice(1), score: one.score }))
      } catch (error) {
        problemOf(error)
        return []
      }
    },
    async forget({ vendorId }) {
      await ask('faceset/user/delete', { group_id: data.faceGroup, user_id: vendorId }).catch(problemOf)
    },
    ...(data.realCheck && { verify: verifier(data, ask) }),
  }
}
