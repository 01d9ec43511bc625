// A stand-in learning platform of LTI 1.3: publishes its keys and signs ID tokens, which are spoilt on request.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type Call, type Play, type ProviderStub, startProviderStub } from './provider-stub.ts'

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
export const ltiClient = { clientId: 'shuyuan-tool', deployment: 'd-1' }
/** What the platform does otherwise than it should; claims of LTI by their short names. */
export type SpoiltLaunch = {
  claims?: Record<string, unknown>
  lti?: Record<string, unknown>
  /** claims of services, by their whole names */
  services?: Record<string, unknown>
  without?: string[]
  signed?: 'strange' | 'secret' | 'none'
  /** names another key than the one that signs */
  kid?: string
}
export type LtiStub = ProviderStub & {
  /** The ID token with which the platform answers the request that the tool sent the browser with. */
  tokenFor: (authorizeUrl: string, target: string, how?: SpoiltLaunch) => Promise<string>
  /** replaces the platform's key */
  rotate: () => Promise<void>
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** @param serve what else the platform answers: its grade book */
export async function startLtiStub(serve: (call: Call) => Promise<Play> | Play = () => ({ status: 404, body: {} })): Promise<LtiStub> {
  let key = await makeKey('key-1')
  const strange = await makeKey('key-1')
  const stub = await startProviderStub((call) => (call.url.pathname === '/keys' ? { body: { keys: [key.jwk] } } : serve(call)))
  const tokenFor = async (
    authorizeUrl: string,
    target: string,
    { claims = {}, lti = {}, services = {}, without = [], signed, kid }: SpoiltLaunch = {},
  ) => {
    const asked = new URL(authorizeUrl).searchParams
    const now = Math.floor(Date.now() / 1_000)
    const own: Record<string, unknown> = {
      iss: stub.url,
      aud: asked.get('client_id'),
      sub: asked.get('login_hint'),
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 300,
      name: '李同学',
      ...claims,
    }
    const launch: Record<string, unknown> = {
      message_type: 'LtiResourceLinkRequest',
      version: '1.3.0',
      deployment_id: ltiClient.deployment,
      target_link_uri: target,
      resource_link: { id: 'link-1' },
      roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
      ...lti,
    }
    for (const [name, value] of Object.entries(launch)) own[claim(name)] = value
    Object.assign(own, services)
    for (const name of without) delete own[name]
    if (signed === 'none') return `${base64url({ alg: 'none' })}.${base64url(own)}.`
    const alg = signed === 'secret' ? 'HS256' : 'RS256'
    const by = signed === 'secret' ? Buffer.from('a secret that both know') : (signed === 'strange' ? strange : key).privateKey
    return new SignJWT(own).setProtectedHeader({ alg, kid: kid ?? key.kid }).sign(by)
  }
  return { ...stub, tokenFor, rotate: async () => void (key = await makeKey('key-2')) }
}
