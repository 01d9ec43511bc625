// Name, identity number and photo, asked of Tencent and Baidu: stand-ins that check signatures and play the answers.
import { FaceBaidu, FaceQcloud } from '@shuyuan/contract/site/provider/prop-face.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { type Call, type Play, startProviderStub, stubOutgoing, tc3Problem } from '../../../test/provider-stub.ts'
import { baiduFace } from './face-baidu.ts'
import { qcloudFace } from './face-qcloud.ts'

const lines: string[] = []
const log = { warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)) } as never
const app = { outgoing: stubOutgoing(), log, clock: () => new Date() }
const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#a86' } })
  .jpeg()
  .toBuffer()
const claim = { realName: '张三', idCard: '11010519491231002X', picture }
let play: (call: Call) => Play = () => 'garbage'

const qcloudStub = await startProviderStub((call) =>
  tc3Problem(call, 'faceid', { id: 'secret' }) === ''
    ? play(call)
    : { body: { Response: { Error: { Code: 'AuthFailure', Message: '' } } } },
)
const baiduStub = await startProviderStub((call) =>
  call.url.pathname === '/oauth/2.0/token' ? { body: { access_token: 't', expires_in: 2_592_000 } } : play(call),
)
afterAll(async () => {
  await Promise.all([qcloudStub.close(), baiduStub.close()])
  app.outgoing.close()
})
const tencent = { region: 'ap-guangzhou', secretId: 'id', secretKey: 'secret', groupId: 'g', baseUrl: qcloudStub.url }
const baidu = { appId: '1', appKey: 'key', secretKey: 'secret', faceGroup: 'g', baseUrl: baiduStub.url }
const response = (body: object): Play => ({ body: { Response: body } })

const services = {
  qcloud: {
    verify: qcloudFace(FaceQcloud.parse({ ...tencent, realCheck: true }), app).verify!,
    score: (Sim: number) => response({ Result: 'Success', Sim }),
    identity: response({ Result: 'FailedOperation.IdNameMisMatch', Sim: 0 }),
    unknown: response({ Result: 'FailedOperation.IdPhotoNoExist', Sim: 0 }),
    unfit: response({ Result: 'FailedOperation.LifePhotoDetectNoFaces', Sim: 0 }),
    sent: { IdCard: claim.idCard, Name: claim.realName },
    stub: qcloudStub,
    scores: [71, 69, 39],
  },
  baidu: {
    verify: baiduFace(FaceBaidu.parse({ ...baidu, realCheck: true }), app).verify!,
    score: (score: number): Play => ({ body: { error_code: 0, result: { score } } }),
    identity: { body: { error_code: 222_351 } } as Play,
    unknown: { body: { error_code: 222_350 } } as Play,
    unfit: { body: { error_code: 222_202 } } as Play,
    sent: { id_card_number: claim.idCard, name: claim.realName },
    stub: baiduStub,
    scores: [81, 79, 49],
  },
}

describe.each(Object.entries(services))(
  '%s',
  (_name, { verify, score, identity, unknown, unfit, sent, stub, scores: [high, near, low] }) => {
    const asked = (answer: Play) => {
      play = () => answer
      return verify(claim)
    }

    test('passes from the score of the settings on, marks what is near, and refuses another person', async () => {
      expect(await asked(score(high!))).toEqual({ passed: true, grey: false, score: high, problem: '' })
      expect(JSON.parse(stub.calls.at(-1)!.body)).toMatchObject(sent)
      expect(await asked(score(near!))).toMatchObject({ passed: true, grey: true })
      expect(await asked(score(low!))).toMatchObject({ passed: false, problem: 'face' })
    })

    test('tells a wrong name from a photo that the authority does not have', async () => {
      expect(await asked(identity)).toMatchObject({ passed: false, problem: 'identity' })
      expect(await asked(unknown)).toMatchObject({ passed: false, problem: 'unknown' })
    })

    test('tells a photo that does not fit', async () => {
      expect(await asked(unfit)).toMatchObject({ passed: false, problem: 'none' })
    })

    test('gives no verdict while it is down, and logs neither name nor number nor picture', async () => {
      for (const broken of ['garbage', { status: 500, body: {} }, 'cut'] as Play[])
        await expect(asked(broken)).rejects.toMatchObject({ reason: 'faceDown' })
      expect(lines.join()).not.toMatch(/张三|11010519|\/9j\//)
    })
  },
)

test('a service whose account may not ask is not asked', () => {
  expect(qcloudFace(FaceQcloud.parse(tencent), app).verify).toBeUndefined()
  expect(baiduFace(FaceBaidu.parse(baidu), app).verify).toBeUndefined()
})
