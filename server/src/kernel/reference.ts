// Serves the API reference, a page for developers that the back office shows in a frame.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { fastify, type FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { describeApi } from './http/openapi.ts'

export const REFERENCE_PATH = '/docs/api'
/** The page of the back office that contains the frame. */
const FRAMED_BY = '/admin/sys/api'
const VIEWER = `${REFERENCE_PATH}/js/scalar.js`

/**
 * The viewer evaluates templates. `sandbox` without allow-same-origin gives it an origin of its own: it can read neither the session token
 * of the pages nor call the API, and `connect-src` lets it send nothing.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')

/** Without anything that would call other hosts or this server. */
const settings = {
  title: '书院 API',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  hideDarkModeToggle: true,
  theme: 'none',
  agent: { disabled: true },
  mcp: { disabled: true },
}

/** The frame looks like the page around it: its language, its theme and its colours (web/src/kernel/theme/tokens.css). */
const colours = `:root { --scalar-font: system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif; --scalar-radius: 6px; --scalar-radius-lg: 8px; --scalar-radius-xl: 12px }
.light-mode { --scalar-color-1: #1b1f27; --scalar-color-2: #596170; --scalar-color-3: #697180; --scalar-color-accent: #2b5fd9; --scalar-background-1: #fff; --scalar-background-2: #f6f7f9; --scalar-background-3: #e4e7ed; --scalar-border-color: #e4e7ed }
.dark-mode { --scalar-color-1: #e8eaee; --scalar-color-2: #a0a8b5; --scalar-color-3: #a0a8b5; --scalar-background-1: #16191e; --scalar-background-2: #0f1114; --scalar-background-3: #2a2f37; --scalar-border-color: #2a2f37 }`

type Look = Record<string, string | undefined>

const lookOf = ({ lang, theme }: Look) => ({
  customCss: colours,
  darkMode: theme === 'dark',
  forceDarkModeState: theme === 'dark' ? 'dark' : 'light',
  localization: { locale: lang === 'en' ? 'en' : 'zh-CN' },
})

/** A page of its own origin has no storage, which the viewer expects. */
const storage = `for (const name of ['localStorage', 'sessionStorage']) {
  const held = new Map()
  const value = { getItem: (key) => held.get(key) ?? null, setItem: (key, text) => void held.set(key, String(text)), removeItem: (key) => void held.delete(key), clear: () => held.clear(), key: () => null, length: 0 }
  Object.defineProperty(window, name, { value })
}`

const pageOf = (content: object, nonce: string, look: Look) => `<!doctype html>
<html lang="${look.lang === 'en' ? 'en' : 'zh'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>书院 API</title>
<div id="app"></div>
<script nonce="${nonce}">${storage}</script>
<script nonce="${nonce}" src="${VIEWER}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#app', ${JSON.stringify({ ...settings, ...lookOf(look), content }).replaceAll('<', String.raw`\u003c`)})</script>
</html>
`

/**
 * Serves the reference under /docs/api and its viewer, a public library, below it.
 * @param isOpen whether the query of an address lets its caller in; any other call is sent to the back office
 */
export function serveReference(
  http: FastifyInstance,
  endpoints: Endpoint[],
  isOpen: (query: Record<string, string | undefined>) => Promise<boolean>,
) {
  // loaded on first use, because the viewer takes 20 MB and few servers need it
  let opened: Promise<FastifyInstance> | undefined
  http.addHook('onClose', async () => (await opened)?.close())
  http.get(VIEWER, async (_request, reply) => {
    opened ??= openViewer()
    try {
      const { statusCode, headers, rawPayload } = await (await opened).inject({ method: 'GET', url: VIEWER })
      // the page that loads it has an origin of its own
      return reply
        .code(statusCode)
        .headers({ 'content-type': headers['content-type'] ?? '', 'cross-origin-resource-policy': 'cross-origin' })
        .send(rawPayload)
    } catch (error) {
      opened = undefined
      throw error
    }
  })
  for (const path of [REFERENCE_PATH, `${REFERENCE_PATH}/`])
    http.get<{ Querystring: Record<string, string | undefined> }>(path, async ({ query }, reply) => {
      if (!(await isOpen(query))) return reply.redirect(FRAMED_BY)
      const nonce = randomBytes(16).toString('base64url')
      return reply
        .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(pageOf(describeApi(endpoints), nonce, query))
    })
}

/** A separate server without a port, because routes cannot be added to a running server. */
async function openViewer(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(reference, { routePrefix: REFERENCE_PATH, configuration: { content: {} } })
  return viewer
}
