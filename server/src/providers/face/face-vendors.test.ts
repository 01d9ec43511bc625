// The adapters of Tencent, Baidu and Alibaba Cloud against stand-ins that check signatures and play failures.
import { FaceAliyun, FaceBaidu, FaceQcloud } from '@shuyuan/contract/site/provider/prop-face.ts'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { acs3Problem, type Call, type Play, startProviderStub, stubOutgoing, tc3Problem } from '../../../test/provider-stub.ts'
import { aliyunFace } from './face-aliyun.ts'
import { baiduFace } from './face-baidu.ts'
import type { FaceProvider } from './face.ts'
import { qcloudFace } from './face-qcloud.ts'

const lines: string[] = []
const log = { warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)) } as never
const app = { outgoing: stubOutgoing(), log, clock: () => new Date() }
let play: (call: Call) => Play = () => 'garbage'
const nonces = new Set<string>()
const secrets = { id: 'secret' }
const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#a86' } })
  .jpeg()
  .toBuffer()
const person = { userId: '7', vector: '', vendorId: 'u7', picture: () => Promise.resolve(picture) }
const refusedBy = { qcloud: 'AuthFailure.SignatureFailure' }

const qcloudStub = await startProviderStub((call) =>
  tc3Problem(call, 'iai', secrets) === '' ? play(call) : { body: { Response: { Error: { Code: refusedBy.qcloud, Message: '' } } } },
)
const aliyunStub = await startProviderStub((call) => {
  const problem = acs3Problem(call, secrets, nonces)
  return problem === '' ? play(call) : { status: 403, body: { Code: problem } }
})
const TOKEN = '24.token'
const baiduStub = await startProviderStub((call) => {
  const { pathname, searchParams } = call.url
  if (pathname !== '/oauth/2.0/token') return searchParams.get('access_token') === TOKEN ? play(call) : { body: { error_code: 110 } }
  const isKnown = searchParams.get('client_id') === 'key' && searchParams.get('client_secret') === 'secret'
  return { body: isKnown ? { access_token: TOKEN, expires_in: 2_592_000 } : { error: 'invalid_client' } }
})
afterAll(async () => {
  await Promise.all([qcloudStub.close(), aliyunStub.close(), baiduStub.close()])
  app.outgoing.close()
})
beforeEach(() => {
  lines.length = 0
})

const qcloud = (secretKey = 'secret', liveCheck = false) =>
  qcloudFace(FaceQcloud.parse({ region: 'ap-guangzhou', secretId: 'id', secretKey, groupId: 'g', liveCheck, baseUrl: qcloudStub.url }), app)
const baidu = (secretKey = 'secret') =>
  baiduFace(FaceBaidu.parse({ appId: '1', appKey: 'key', secretKey, faceGroup: 'g', baseUrl: baiduStub.url }), app)
const aliyun = (accessKeySecret = 'secret') =>
  aliyunFace(FaceAliyun.parse({ accessKeyId: 'id', accessKeySecret, dbName: 'd', baseUrl: aliyunStub.url }), app)

/** Answers of each service: a score, no face, too many requests. */
const answers = {
  qcloud: {
    make: qcloud,
    score: (n: number): Play => ({ body: { Response: { Score: n, IsMatch: n >= 50 } } }),
    none: { body: { Response: { Error: { Code: 'InvalidParameterValue.NoFaceInPhoto', Message: '' } } } },
    busy: { body: { Response: { Error: { Code: 'RequestLimitExceeded', Message: '' } } } },
    scores: [62, 45, 20],
  },
  baidu: {
    make: baidu,
    score: (n: number): Play => ({ body: { error_code: 0, result: { user_list: [{ user_id: 'u7', score: n }] } } }),
    none: { body: { error_code: 222202, error_msg: 'pic not has face' } },
    busy: { body: { error_code: 18, error_msg: 'Open api qps request limit reached' } },
    scores: [92, 74, 30],
  },
  aliyun: {
    make: aliyun,
    score: (n: number): Play => ({ body: { Data: { Confidence: n, QualityScoreA: 90, RectAList: [0, 0, 150, 150] } } }),
    none: { status: 404, body: { Code: 'InvalidImage.NotFoundFace' } },
    busy: { status: 503, body: { Code: 'Throttling.User' } },
    scores: [80, 65, 10],
  },
} satisfies Record<
  string,
  { make: () => FaceProvider; score: (n: number) => Play; none: Play; busy: Play; scores: [number, number, number] }
>

describe.each(Object.entries(answers))('%s', (_name, { make, score, none, busy, scores: [high, near, low] }) => {
  const match = async (answer: Play) => {
    play = () => answer
    return make().match(person, picture)
  }

  test('passes, marks and refuses by its own scores', async () => {
    expect(await match(score(high))).toEqual({ passed: true, grey: false, score: high, problem: '' })
    expect(await match(score(near))).toMatchObject({ passed: true, grey: true })
    expect(await match(score(low))).toMatchObject({ passed: false, problem: 'face' })
  })

  test('tells a picture without a face from a service that is down', async () => {
    expect(await match(none)).toMatchObject({ passed: false, problem: 'none' })
    for (const broken of ['garbage', 'redirect', { status: 500, body: {} }] as Play[])
      await expect(match(broken)).rejects.toMatchObject({ reason: 'faceDown' })
  })

  test('repeats a request above the limit of a second, and gives up', async () => {
    let asked = 0
    play = () => (++asked < 2 ? busy : score(high))
    expect(await make().match(person, picture)).toMatchObject({ passed: true })
    await expect(match(busy)).rejects.toMatchObject({ reason: 'faceDown' })
  })

  test('is down with a wrong secret, and logs no secret and no picture', async () => {
    play = () => score(high)
    await expect(make('wrong').match(person, picture)).rejects.toMatchObject({ reason: 'faceDown' })
    expect(lines.join()).not.toMatch(/wrong|secret|\/9j\//)
  })
})

test('Tencent: a person is replaced, and forgotten', async () => {
  const actions: string[] = []
  play = (call) => {
    const action = String(call.headers['x-tc-action'])
    actions.push(action)
    if (action === 'DetectFace') return { body: { Response: { FaceInfos: [{ Width: 200, FaceAttributesInfo: { Yaw: 2, Pitch: 1 } }] } } }
    if (action === 'DeletePerson') return { body: { Response: { Error: { Code: 'InvalidParameterValue.PersonIdNotExist', Message: '' } } } }
    return { body: { Response: { FaceId: '1' } } }
  }
  expect(await qcloud().enrol('7', picture)).toMatchObject({ vendorId: 'u7', width: 200 })
  await qcloud().forget(person)
  expect(actions).toEqual(['DetectFace', 'DeletePerson', 'CreatePerson', 'DeletePerson'])
})

test('Tencent: a picture of a picture is refused where the live check is on', async () => {
  play = (call) => ({ body: { Response: { Score: String(call.headers['x-tc-action']) === 'DetectLiveFaceAccurate' ? 5 : 90 } } })
  expect(await qcloud('secret', true).match(person, picture)).toMatchObject({ passed: false, problem: 'live' })
})

test('Baidu: one token serves many requests, and an expired one is renewed', async () => {
  const before = baiduStub.calls.length
  play = () => answers.baidu.score(90)
  const provider = baidu()
  await provider.match(person, picture)
  await provider.match(person, picture)
  const paths = baiduStub.calls.slice(before).map((one) => one.url.pathname)
  expect(paths).toEqual(['/oauth/2.0/token', '/rest/2.0/face/v3/search', '/rest/2.0/face/v3/search'])
})

test('Tencent: the library is made with the first person', async () => {
  const actions: string[] = []
  play = (call) => {
    const action = String(call.headers['x-tc-action'])
    actions.push(action)
    if (action === 'DetectFace') return { body: { Response: { FaceInfos: [{ Width: 200 }] } } }
    const Code = action === 'DeletePerson' ? 'InvalidParameterValue.PersonIdNotExist' : 'InvalidParameterValue.GroupIdNotExist'
    const isMissing = action === 'DeletePerson' || (action === 'CreatePerson' && !actions.includes('CreateGroup'))
    return { body: { Response: isMissing ? { Error: { Code, Message: '' } } : { FaceId: '1' } } }
  }
  expect(await qcloud().enrol('7', picture)).toMatchObject({ vendorId: 'u7' })
  expect(actions).toEqual(['DetectFace', 'DeletePerson', 'CreatePerson', 'CreateGroup', 'CreatePerson'])
  expect(JSON.parse(qcloudStub.calls.at(-2)!.body)).toEqual({ GroupId: 'g', GroupName: 'g', FaceModelVersion: '3.0' })
})

test('Baidu: the group is made with the first user', async () => {
  const paths: string[] = []
  play = (call) => {
    const path = call.url.pathname.replace('/rest/2.0/face/v3/', '')
    paths.push(path)
    if (path === 'detect') return { body: { error_code: 0, result: { face_list: [{ location: { width: 200 } }] } } }
    return { body: { error_code: path === 'faceset/user/add' && !paths.includes('faceset/group/add') ? 223_100 : 0 } }
  }
  expect(await baidu().enrol('7', picture)).toMatchObject({ vendorId: 'u7' })
  expect(paths).toEqual(['detect', 'faceset/user/add', 'faceset/group/add', 'faceset/user/add'])
})

test('Baidu: the quota of a day is not asked again', async () => {
  let asked = 0
  play = () => {
    asked += 1
    return { body: { error_code: 17 } }
  }
  await expect(baidu().match(person, picture)).rejects.toMatchObject({ reason: 'faceDown' })
  expect(asked).toBe(1)
})

test('Alibaba Cloud: an empty rectangle is a picture without a face', async () => {
  play = () => ({ body: { Data: { Confidence: 0, RectAList: [0, 0, 150, 150], RectBList: [0, 0, 0, 0] } } })
  expect(await aliyun().match(person, picture)).toMatchObject({ passed: false, problem: 'none' })
})

test('Alibaba Cloud: a picture that the live check cannot read is no failure of the service', async () => {
  const provider = aliyunFace(
    FaceAliyun.parse({ accessKeyId: 'id', accessKeySecret: 'secret', dbName: 'd', liveCheck: true, baseUrl: aliyunStub.url }),
    app,
  )
  play = () => ({ status: 400, body: { Code: 'InvalidFile.Content' } })
  expect(await provider.match(person, picture)).toMatchObject({ passed: false, problem: 'none' })
})
