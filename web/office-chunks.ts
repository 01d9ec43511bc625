// Which modules of the back office share a file: those that the same pages use, found from the imports of the build.
import type { Plugin, Rolldown } from 'vite'

type Module = Pick<Rolldown.ModuleInfo, 'code' | 'isEntry' | 'importedIds' | 'dynamicImporters'>
export type Graph = ReadonlyMap<string, Module>

/** Files that every page of the back office shows first, and the page that it opens with. */
const first =
  /[\\/]web[\\/]src[\\/](?:app[\\/](?:frame[\\/]AntFrame|admin[\\/]AdminLayout|adminPages)|domains[\\/]stat[\\/].*[\\/]?admin[\\/]DashboardPage)\.tsx?$/
const isAnt = (id: string) => /[\\/]node_modules[\\/]antd[\\/]/.test(id)
/** Lists of everything that a package has; a page uses only what it names. */
const isBarrel = (id: string) => /[\\/]node_modules[\\/](?:antd[\\/]es|@ant-design[\\/]icons[\\/]es(?:[\\/]icons)?)[\\/]index\.js$/.test(id)

const clause = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g
const namesIn = (text: string) => text.split(',').map((one) => one.trim().split(/\s+as\s+/) as [string, string?])

/** What a list exports, by name: the module and nothing else of the list. */
function exportsOf(graph: Graph, barrel: string): Map<string, string> {
  const found = new Map<string, string>()
  const { code, importedIds } = graph.get(barrel) ?? { code: '', importedIds: [] }
  for (const [, names = '', from = ''] of (code ?? '').matchAll(clause)) {
    const path = from.replace(/^\.\//, '').replace(/\.js$/, '')
    const target = importedIds.find((id) =>
      id
        .replaceAll('\\', '/')
        .replace(/(?:\/index)?\.js$/, '')
        .endsWith(`/${path}`),
    )
    if (target !== undefined) for (const [name, as = name] of namesIn(names)) found.set(as, target)
  }
  // what the list hands on as a whole
  for (const id of importedIds) if (isBarrel(id)) for (const [name, target] of exportsOf(graph, id)) found.set(name, target)
  return found
}

/** The static imports of each module; a list of a package is replaced by what is named of it. */
function importsOf(graph: Graph): Map<string, string[]> {
  const lists = new Map([...graph.keys()].filter(isBarrel).map((id) => [id, exportsOf(graph, id)]))
  const targetsOf = (code: string, barrel: string) =>
    [...code.matchAll(clause)].flatMap(([, names = '']) => namesIn(names).flatMap(([name]) => lists.get(barrel)?.get(name) ?? []))
  return new Map(
    [...graph].map(([id, { code, importedIds }]) => [
      id,
      isBarrel(id) ? [] : importedIds.flatMap((one) => (lists.has(one) ? targetsOf(code ?? '', one) : [one])),
    ]),
  )
}

/** What a module loads with it. */
function closureOf(imports: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set<string>()
  const todo = [start]
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    todo.push(...(imports.get(id) ?? []))
  }
  return seen
}

/**
 * The file of each module that only pages with Ant Design use. Pages of learners that open first have none of it, so their files stay as they
 * are.
 * @returns the name of a file by module; modules without one are divided by the bundler
 */
export function officeNames(graph: Graph): Map<string, string> {
  const imports = importsOf(graph)
  const roots = [...graph].filter(([, one]) => one.isEntry || one.dynamicImporters.length > 0).map(([id]) => id)
  const users = new Map<string, string[]>()
  const light = new Set<string>()
  const start = new Set<string>()
  for (const root of roots) {
    const all = closureOf(imports, root)
    // an entry may name a module of which it uses nothing with Ant Design
    const isLight = graph.get(root)?.isEntry === true || ![...all].some(isAnt)
    for (const id of all) {
      if (isLight) light.add(id)
      if (first.test(root)) start.add(id)
      users.set(id, [...(users.get(id) ?? []), root])
    }
  }
  const nameOf = (id: string, by: readonly string[]) => {
    if (start.has(id)) return 'office'
    if (by.length === 1) return undefined
    const domains = new Set(by.map((root) => /[\\/]domains[\\/](\w+)/.exec(root)?.[1] ?? 'app'))
    if (domains.size > 1) return 'office-shared'
    const [domain] = domains
    // the page of a course shows parts of all rooms: a page of one of them loads none of the others
    const room = domain === 'course' ? /[\\/]domains[\\/]course[\\/](\w+)/.exec(id)?.[1] : undefined
    return room === undefined ? `office-${domain}` : `office-${domain}-${room}`
  }
  return new Map(
    [...users].flatMap(([id, by]) => {
      const name = light.has(id) || isBarrel(id) ? undefined : nameOf(id, by)
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

/** The plugin that reads the imports of the build, and the groups of files for the bundler. */
export function officeChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let names = new Map<string, string>()
  return {
    plugin: {
      name: 'office-chunks',
      apply: 'build',
      buildEnd() {
        const ids = [...this.getModuleIds()]
        names = officeNames(new Map(ids.flatMap((id) => (this.getModuleInfo(id) ? [[id, this.getModuleInfo(id)!] as const] : []))))
      },
    },
    // what a module imports has at least its users: a file needs only files of its own kind or of one before it
    // what a module imports has at least its users: a file needs only files of its own kind or of one before it
    groups: [{ name: (id) => names.get(id), includeDependenciesRecursively: false }],
  }
}
