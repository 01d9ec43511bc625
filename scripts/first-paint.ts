// The start page as it is built: what it shows before scripts and style sheets have come is inside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type FirstPage, firstPages } from '../web/first-pages.ts'
import { learnerRoutes } from '../web/src/app/routes/learnerRoutes.ts'
import { pageName } from '../web/src/shared/page/page-key.ts'

const script = /<script src="\/([\w-]+\.js)"><\/script>/g
const sheet = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g

/**
 * Writes the small scripts of the head into the page instead of loading them (the server allows them by their hashes), and moves the style
 * sheets below the skeleton: a style sheet in the head would hold back the first paint until it has come.
 * @param read returns the source of a script by its name
 */
export function paintedFirst(html: string, read: (name: string) => string): string {
  const sheets = (html.match(sheet) ?? []).map((one) => one.trim())
  return html
    .replaceAll(sheet, '')
    .replaceAll(script, (_tag, name: string) => `<script>${read(name).trim()}</script>`)
    .replace('</body>', () => `${sheets.map((one) => `  ${one}\n`).join('')}  </body>`)
}

/** Runs a script as soon as it has come, while those that need it are still on their way. */
export const runFirst = (html: string, fileName: string) =>
  html.replace('<script type="module"', `<script type="module" async crossorigin src="/${fileName}"></script>\n    <script type="module"`)

type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'facadeModuleId' | 'isEntry' | 'name' | 'imports'> & {
  viteMetadata?: { importedCss: Set<string> }
}

/** The scripts and style sheets that come with a chunk. */
function filesWith(chunks: ReadonlyMap<string, Chunk>, start: Chunk): Set<string> {
  const found = new Set<string>()
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const sheetName of chunk.viteMetadata?.importedCss ?? []) found.add(sheetName)
    for (const name of chunk.imports) add(chunks.get(name))
  }
  add(start)
  return found
}

/** Pages that open without a session, by route. */
const visitorPages: [route: string, page: string, address?: string][] = [
  ['/login', 'visitor/LoginPage'],
  ['/register', 'visitor/RegisterPage'],
  ['/forgot', 'visitor/ForgotPage'],
  ['/cert', 'visitor/CertVerifyPage', '/cert(?:/[^/]+)?'],
  ['/survey/:key', 'visitor/SurveyVisitPage'],
  ['/help', 'help/HelpPage', '/help(?:/.*)?'],
]

const param = /:(\w+)/g

/** The pattern of an address, names in `/assets/`, 1 for a page that opens without a session, and bodies by call with `$1` for a part of the address. */
type PageFiles = [string, string[], 0 | 1, Record<string, string>]

/** The bodies as they are sent: `$1` where the route has its first parameter. */
function bodiesOf(route: string, { calls = {} }: FirstPage): Record<string, string> {
  const names = [...route.matchAll(param)].map(([, name]) => name)
  const body = (given: object) => JSON.stringify(given).replaceAll(/":(\w+)"/g, (_text, name: string) => `"$${names.indexOf(name) + 1}"`)
  return Object.fromEntries(Object.entries(calls).map(([call, given]) => [`/api/${call}`, body(given)]))
}

/** What the start page does for each page that uses no Ant Design: files beyond its own, and calls. @param all the chunks of the build */
export function pageFiles(all: readonly Chunk[]): PageFiles[] {
  const chunks = new Map(all.map((one) => [one.fileName, one]))
  const main = all.find((one) => one.isEntry && one.name === 'main')
  if (!main) throw new Error('The build has no entry main.')
  const known = filesWith(chunks, main)
  const moduleOf = (one: Chunk) => (one.facadeModuleId ?? '').replace(/\.tsx?$/, '')
  const ending = (name: string) => all.find((one) => moduleOf(one).endsWith(`/${name}`))
  const layout = ending('app/learner/LearnerLayout')
  const namesOf = (...starts: (Chunk | undefined)[]) => {
    const files = new Set(starts.flatMap((one) => (one ? [...filesWith(chunks, one)] : [])))
    return [...files].filter((name) => !known.has(name)).map((name) => name.replace(/^assets\//, ''))
  }
  const entry = (route: string, parts: (Chunk | undefined)[], open: 0 | 1, address = route.replace('?', String.raw`\?`)): PageFiles => {
    const first = firstPages[route] ?? {}
    const names = namesOf(...parts, ...(first.modules ?? []).map(ending))
    return [address.replaceAll(param, String.raw`([\w-]+)`), names, open, bodiesOf(route, first)]
  }
  const pageOf = (component: string) =>
    all.find((one) => moduleOf(one).includes('/learner/') && pageName(moduleOf(one)) === pageName(component))
  const learners = learnerRoutes
    .filter((route) => route.plain)
    .flatMap(({ path, component, bare }): PageFiles[] => {
      const parts = Object.keys(firstPages).filter((one) => one.startsWith(`${path}?`))
      return [...parts, path].map((route) => entry(route, [pageOf(component), bare ? undefined : layout], 0))
    })
  const visitors = visitorPages.map(([route, page, address]) => entry(route, [ending(`app/${page}`)], 1, address))
  return [...learners, ...visitors].filter(([, names]) => names.length > 0)
}

export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        // the PDF viewer has no skeleton
        if (path !== '/index.html') return html
        const all = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk')
        const pages = JSON.stringify(pageFiles(all))
        const schema = all.find((one) => one.name === 'schema')?.fileName
        if (schema === undefined) throw new Error('The build has no chunk schema (web/base-chunk.ts).')
        const read = (name: string) => readFileSync(join(import.meta.dirname, '../web/public', name), 'utf8')
        return paintedFirst(runFirst(html, schema), (name) => read(name).replace('const pages = []', () => `const pages = ${pages}`))
      },
    },
  }
}
