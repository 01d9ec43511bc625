// A roster with more learners than the licence has seats: no account is made, and nothing of the reading is kept.
import { lti, ltiPlatform, ltiRoster } from '@shuyuan/contract/integrate/lti.ts'
import { sys } from '@shuyuan/contract/site/config/upload-license.ts'
import type { JSONWebKeySet } from 'jose'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeLtiBook } from '../../../../test/lti-book.ts'
import { ltiClient, startLtiStub } from '../../../../test/lti-stub.ts'
import { sharedApp } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { signedBytes } from '../../site/config/license.format.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string
const env = { ...STUB_ENV, LICENSE_REQUIRED: 'true', LICENSE_PUBLIC_KEY: pem.replaceAll('\n', String.raw`\n`) }
const app = await sharedApp({ env })
const { token } = await app.as('admin')
const book = makeLtiBook()
const stub = await startLtiStub(book.answer)
afterAll(() => stub.close())
book.keys = async () => (await app.http.inject({ method: 'GET', url: lti.keys.path })).json<JSONWebKeySet>()

const bring = (maxUsers: number) => {
  const facts = { holder: '云栖大学', validUntil: '2099-12-31', maxUsers }
  const text = JSON.stringify({ ...facts, signature: sign(null, signedBytes(facts), privateKey).toString('base64') })
  return app.upload(sys.uploadLicense, Buffer.from(text), 'licence.json', {}, token)
}
const learner = (user_id: string) => ({ user_id, name: user_id, roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'] })

test('beyond the licence nothing is kept; within it everybody gets an account', async () => {
  await bring(500)
  const { deptCode } = await app.db.selectFrom('sysDepart').orderBy('path').select('deptCode').executeTakeFirstOrThrow()
  const platform = await app.ok(
    ltiPlatform.save,
    {
      title: 'Canvas',
      issuer: stub.url,
      clientId: ltiClient.clientId,
      deployments: ltiClient.deployment,
      authUrl: `${stub.url}/auth`,
      keysUrl: `${stub.url}/keys`,
      tokenUrl: `${stub.url}/token`,
      deptCode,
      roster: 'accounts',
      enabled: true,
    },
    token,
  )
  const { id } = await app.db
    .insertInto('integrateLtiContext')
    .values({
      platformId: platform.id,
      deployment: 'd',
      context: 'c-1',
      title: '急救',
      url: `${stub.url}/memberships`,
      launchTime: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  book.members = [[learner('u-1'), learner('u-2'), learner('u-3')]]
  const users = async () =>
    Number(
      (
        await app.db
          .selectFrom('sysUser')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await users()
  await bring(before + 2)
  expect(await app.ok(ltiRoster.read, { id }, token)).toMatchObject({ problem: 'seats', people: 0 })
  expect(await users()).toBe(before)
  expect(await app.db.selectFrom('integrateLtiMember').select('subject').execute()).toEqual([])
  await bring(before + 3)
  expect(await app.ok(ltiRoster.read, { id }, token)).toMatchObject({ problem: null, people: 3, accounts: 3 })
  expect(await users()).toBe(before + 3)
})
