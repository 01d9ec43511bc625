// A page on which a tester chooses a test identity instead of a third party's own page. Served only while the test provider is active.
import { loginType, loginTypes } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App } from '../../../kernel/ctx.ts'
import { prefersEnglish } from '../../../kernel/http/language.ts'
import { testIdentities } from '../../../providers/login/login-local.ts'
import { activeLoginProp } from '../../site/provider/login-prop.service.ts'

const here = 'http://here'
const PageQuery = z.object({
  loginType,
  state: z.string().min(1).max(200),
  redirectUri: z
    .string()
    .min(1)
    .max(1_000)
    .refine((one) => URL.canParse(one, here)),
})
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** `GET /api/sys/user/third-local`: 404 unless the provider of that sign-in method is `local`, on a demonstration. */
export function thirdLocalPage(http: FastifyInstance, app: App) {
  http.get('/api/sys/user/third-local', async (request, reply) => {
    const asked = PageQuery.safeParse(request.query)
    const isOn = asked.success && (await activeLoginProp({ app }, asked.data.loginType))?.provider === 'local'
    if (!isOn) return reply.callNotFound()
    return reply
      .headers({ 'content-security-policy': policy, 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(pageOf(asked.data, request))
  })
}

/** Redirects to this server only, whatever host the address names. */
function backWith({ redirectUri, state }: z.output<typeof PageQuery>, openId: string): string {
  const address = new URL(redirectUri, here)
  address.searchParams.set('code', `local-${openId}`)
  address.searchParams.set('state', state)
  return `/${address.pathname.replace(/^\/+/, '')}${address.search}${address.hash}`
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`)

const words = {
  zh: { lang: 'zh-CN', title: '测试登录', note: '这里不是真实的第三方平台。请选择一个测试身份，仅供试用。' },
  en: {
    lang: 'en',
    title: 'Test sign-in',
    note: 'This is not the real platform. Choose a test identity; for trying the system out only.',
  },
}
const english = { wechat: 'WeChat', 'crop-wechat': 'WeCom', 'ding-talk': 'DingTalk', oidc: 'Single sign-on', ldap: 'Directory account' }
const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem;color:#1f1f1f;background:#fff}
a{display:block;padding:.75rem 1rem;margin:.75rem 0;border:1px solid #8c8c8c;border-radius:8px;color:inherit;text-decoration:none}
a:hover,a:focus-visible{outline:3px solid #1677ff;outline-offset:1px}
.mark{border-inline-start:4px solid #d46b08;padding-inline-start:.75rem}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#141414}}`

function pageOf(asked: z.output<typeof PageQuery>, { headers }: FastifyRequest): string {
  const isEnglish = prefersEnglish(headers)
  const { lang, title, note } = isEnglish ? words.en : words.zh
  const links = testIdentities.map(
    ({ openId, nickName }) => `<li><a href="${escaped(backWith(asked, openId))}">${escaped(nickName)}（${escaped(openId)}）</a></li>`,
  )
  const heading = `${title} · ${isEnglish ? english[asked.loginType] : loginTypes[asked.loginType]}`
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${heading}</title><style>${style}ul{list-style:none;padding:0}</style></head>
<body><main><h1>${heading}</h1><p class="mark">${note}</p><ul>${links.join('')}</ul></main></body></html>`
}
