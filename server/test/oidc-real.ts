// A conforming OpenID provider (the package oidc-provider), whose user is signed in and agrees, and a browser that follows it.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

/** Characters that forms and HTTP Basic encode. */
export const realClient = { clientId: 'shuyuan+school', secret: "s:ecret/%25&+ ~'=" }
const REDIRECT = 'http://localhost/sync?loginType=oidc'
const algorithms = ['RS256', 'ES256', 'PS256'] as const
export type RealAlgorithm = (typeof algorithms)[number]
const claims = { sub: 'u-1', name: '王老师', preferred_username: 'wang', email: 'wang@school.example' }

async function keySet() {
  const pairs = await Promise.all(algorithms.map(async (alg) => ({ alg, ...(await generateKeyPair(alg, { extractable: true })) })))
  return { keys: await Promise.all(pairs.map(async ({ alg, privateKey }) => ({ ...(await exportJWK(privateKey)), alg, use: 'sig' }))) }
}

async function providerOf(issuer: string, alg: RealAlgorithm) {
  const client = {
    client_id: realClient.clientId,
    client_secret: realClient.secret,
    redirect_uris: [REDIRECT],
    id_token_signed_response_alg: alg,
  }
  const provider: Provider = new Provider(issuer, {
    clients: [client],
    // named, or it says that they are not
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    jwks: await keySet(),
    cookies: { keys: ['test'] },
    claims: { profile: ['name', 'preferred_username'], email: ['email'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => claims }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: client.client_id, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return provider
}

export type RealProvider = {
  url: string
  /** another provider at the same address: with new keys, and this algorithm */
  change: (alg: RealAlgorithm) => Promise<void>
  /** Follows the provider in a browser of its own. @returns the query with which it comes back */
  visit: (authorizeUrl: string) => Promise<URLSearchParams>
  close: () => Promise<void>
}

/** @param host an address that the server may reach */
export async function startRealProvider(host: string): Promise<RealProvider> {
  let provider: Provider
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void provider.interactionFinished(request, response, { login: { accountId: claims.sub } })
    else void provider.callback()(request, response)
  }).listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const url = `http://${host}:${port}`
  provider = await providerOf(url, 'RS256')
  return {
    url,
    change: async (alg) => void (provider = await providerOf(url, alg)),
    async visit(authorizeUrl) {
      const cookies = new Map<string, string>()
      let at = authorizeUrl
      for (let step = 0; at.startsWith(url) && step < 10; step++) {
        const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        const reply = await fetch(at, { redirect: 'manual', headers })
        for (const one of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
          cookies.set(name, value)
        }
        const next = reply.headers.get('location')
        if (next === null) throw new Error(`the provider answers ${reply.status}: ${await reply.text()}`)
        at = new URL(next, at).href
      }
      return new URL(at).searchParams
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
