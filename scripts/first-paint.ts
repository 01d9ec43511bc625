// The start page as it is built: what it shows before scripts and style sheets have come is inside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
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

/** Pages that open without a session, by address. */
const visitorPages = { '/login': 'LoginPage', '/register': 'RegisterPage', '/forgot': 'ForgotPage', '/cert(?:/[^/]+)?': 'CertVerifyPage' }

/** The pattern of an address, names in `/assets/`, and 1 for a page that opens without a session. */
type PageFiles = [string, string[], 0 | 1]

/**
 * The files of each page that uses no Ant Design, beyond those of the start page.
 * @param all the chunks of the build
 */
export function pageFiles(all: readonly Chunk[]): PageFiles[] {
  const chunks = new Map(all.map((one) => [one.fileName, one]))
  const main = all.find((one) => one.isEntry && one.name === 'main')
  if (!main) throw new Error('The build has no entry main.')
  const known = filesWith(chunks, main)
  const moduleOf = (one: Chunk) => (one.facadeModuleId ?? '').replace(/\.tsx$/, '')
  const layout = all.find((one) => moduleOf(one).endsWith('/app/learner/LearnerLayout'))
  const namesOf = (...starts: (Chunk | undefined)[]) => {
    const files = new Set(starts.flatMap((one) => (one ? [...filesWith(chunks, one)] : [])))
    return [...files].filter((name) => !known.has(name)).map((name) => name.replace(/^assets\//, ''))
  }
  const learners = learnerRoutes
    .filter((route) => route.plain)
    .map(({ path, component, bare }): PageFiles => {
      const page = all.find((one) => moduleOf(one).includes('/learner/') && pageName(moduleOf(one)) === pageName(component))
      return [path.replaceAll(/:\w+/g, '[^/]+'), namesOf(page, bare ? undefined : layout), 0]
    })
  const visitors = Object.entries(visitorPages).map(([path, name]): PageFiles => {
    const page = all.find((one) => moduleOf(one).endsWith(`/app/visitor/${name}`))
    return [path, namesOf(page), 1]
  })
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
        const pages = JSON.stringify(pageFiles(Object.values(bundle ?? {}).filter((one) => one.type === 'chunk')))
        const read = (name: string) => readFileSync(join(import.meta.dirname, '../web/public', name), 'utf8')
        return paintedFirst(html, (name) => read(name).replace('const pages = []', () => `const pages = ${pages}`))
      },
    },
  }
}
