// Another site for browser tests of LTI: a learning platform with a frame, and a tool; both use one key.
import { createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const choosing = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings'
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`)
const sending = (address: string, fields: Record<string, string>) =>
  `<form method="post" action="${escaped(address)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return new URLSearchParams(body)
}

type Site = {
  /** the address of the product, and of this site */
  here: string
  url: string
  /** what the product sent, verified by its keys */
  got: { answer?: JWTPayload; launch?: JWTPayload }
  sign: (claims: JWTPayload) => Promise<string>
  /** the product's keys */
  ours: () => Promise<ReturnType<typeof createLocalJWKSet>>
}
type Asked = { path: string; query: URLSearchParams; form: URLSearchParams }

/** The pages of both sites; another answer is a redirect. */
async function pageFor({ here, url, got, sign, ours }: Site, { path, query, form }: Asked): Promise<string | { location: string }> {
  if (path === '/course') {
    const login = new URLSearchParams({ iss: url, login_hint: 't-1', target_link_uri: `${here}/lti`, client_id: 'product' })
    return `<title>课程</title><iframe title="内容" width="900" height="500" src="${here}/api/integrate/lti/login?${escaped(login.toString())}"></iframe>`
  }
  if (path === '/auth') {
    const token = await sign({
      iss: url,
      aud: query.get('client_id') ?? '',
      sub: query.get('login_hint') ?? '',
      nonce: query.get('nonce'),
      name: '王老师',
      [claim('message_type')]: 'LtiDeepLinkingRequest',
      [claim('version')]: '1.3.0',
      [claim('deployment_id')]: 'd-1',
      [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'],
      [choosing]: {
        deep_link_return_url: `${url}/return`,
        accept_types: ['ltiResourceLink'],
        accept_presentation_document_targets: ['window'],
        data: 'x',
      },
    })
    return sending(query.get('redirect_uri') ?? '', { id_token: token, state: query.get('state') ?? '' })
  }
  if (path === '/return') {
    got.answer = (await jwtVerify(form.get('JWT') ?? '', await ours(), { issuer: 'product', audience: url })).payload
    return '<p>已收到链接</p>'
  }
  if (path === '/tool/login') {
    const asked = new URLSearchParams({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: query.get('client_id') ?? '',
      redirect_uri: `${url}/tool/launch`,
      login_hint: query.get('login_hint') ?? '',
      lti_message_hint: query.get('lti_message_hint') ?? '',
      state: 's',
      nonce: 'n',
    })
    return { location: `${query.get('iss') ?? ''}/api/integrate/tool-service/auth?${asked.toString()}` }
  }
  if (path === '/tool/launch') {
    got.launch = (await jwtVerify(form.get('id_token') ?? '', await ours(), { issuer: here })).payload
    return `<h1>${escaped(String(got.launch.name))}，请开始练习</h1>`
  }
  return ''
}

/** The tool reports a score for the person of the last launch. @returns the status of the answer */
async function reportTo({ here, got, sign }: Site, score: object): Promise<number> {
  const { aud, sub, ...claims } = got.launch ?? {}
  const clientId = String(aud)
  const address = `${here}/api/integrate/tool-service/token`
  const statement = await sign({ iss: clientId, sub: clientId, aud: address, jti: randomUUID() })
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: statement,
      scope: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const { lineitem } = claims['https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'] as { lineitem: string }
  const reply = await fetch(lineitem.replace('/lineitem?', '/lineitem/scores?'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.ims.lis.v1.score+json' },
    body: JSON.stringify({ userId: sub, timestamp: new Date().toISOString(), gradingProgress: 'FullyGraded', ...score }),
  })
  return reply.status
}

/** @param here the address of the product */
export async function openLtiSites(here: string) {
  const keys = await generateKeyPair('RS256')
  const published = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }
  const ours = async () => createLocalJWKSet((await (await fetch(`${here}/api/integrate/lti/keys`)).json()) as JSONWebKeySet)
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).setIssuedAt().setExpirationTime('5m').sign(keys.privateKey)
  // its address is of another site than 127.0.0.1: a frame there keeps no cookies of the product
  const site: Site = { here, url: '', got: {}, sign, ours }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://there')
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (pathname === '/keys') return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(published))
    void formOf(request)
      .then((form) => pageFor(site, { path: pathname, query: searchParams, form }))
      .then(
        (page) =>
          typeof page === 'string'
            ? response.writeHead(page === '' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
            : response.writeHead(302, { location: page.location }).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  site.url = `http://localhost:${port}`

  const report = (score: object) => reportTo(site, score)
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: site.url, got: site.got, keysUrl: `http://127.0.0.1:${port}/keys`, report, close }
}
