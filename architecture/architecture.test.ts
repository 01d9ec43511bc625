// The import rules of the codebase, checked on the imports of all files.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { served } from '../server/src/domains.ts'
import { baseMenus } from '../server/src/seed/base-menus.ts'
import type { SeedMenu } from '../server/src/seed/menu-shape.ts'
import { fixedPages } from '../web/src/app/admin/fixedPages.ts'
import { learnerRoutes } from '../web/src/app/routes/learnerRoutes.ts'
import { canonicalKey, pageName } from '../web/src/shared/page/page-key.ts'
import { rooms, tableOwners, uses } from './domains.ts'
import {
  copiedPieces,
  crowdedFolders,
  foreignTables,
  importsOf,
  isTest,
  roomless,
  roomOf,
  sideOf,
  unmatched,
  unnamedFiles,
  wallsBroken,
} from './walls.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|css)$/.test(file) && existsSync(join(root, file)))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const imports = sources.flatMap((from) => importsOf(from, textOf(from)))

describe('imports', () => {
  test('no import breaks a rule between layers, domains and rooms', () => {
    expect(imports.length).toBeGreaterThan(5_000)
    expect(imports.flatMap((one) => wallsBroken(one, { uses, rooms }))).toEqual([])
  })

  test('the order of domains has no cycle', () => {
    const names = Object.keys(uses)
    const wrong = Object.entries(uses).flatMap(([name, used]) =>
      used.filter((one) => names.indexOf(one) >= names.indexOf(name)).map((one) => `${name} stands before ${one}, which it uses`),
    )
    expect(wrong).toEqual([])
    expect(
      Object.values(uses)
        .flat()
        .filter((one) => !names.includes(one)),
    ).toEqual([])
  })
})

test('no test replaces a module: all files of a process share their modules, so the order of the files would decide who sees it', () => {
  const replaces = (text: string) => /\bvi\.(?:do)?[mM]ock\(/.test(text)
  expect(["vi.mock('./a.ts')", "vi.doMock('./a.ts')", 'vi.mocked(one)'].map(replaces)).toEqual([true, true, false])
  expect(sources.filter((file) => isTest(file) && replaces(textOf(file)))).toEqual([])
})

test('work of a domain that comes more often than every five seconds waits for its condition in `whenDue`', () => {
  const isQuick = (text: string) =>
    [...text.matchAll(/\bevery\(\s*app,\s*(\w+)/g)].some(([, given = '']) => {
      const ms = /^\d/.test(given) ? given : new RegExp(`\\bconst ${given} = ([\\d_]+)\\n`).exec(text)?.[1]
      return Number((ms ?? '0').replaceAll('_', '')) < 5_000
    })
  const swept = (ms: string) => `const EVERY_MS = ${ms}\nexport const start = (app: App) => every(app, EVERY_MS, 'sweep', () => sweep(app))`
  expect([swept('400'), swept('15_000'), "every(app, 1_000, 'sweep', sweep)", 'rows.every((row) => row)'].map(isQuick)).toEqual([
    true,
    false,
    true,
    false,
  ])
  // asks the database only after a session was seen
  const own = ['server/src/domains/session/session.service.ts']
  expect(sources.filter((file) => file.startsWith('server/src/domains/') && !isTest(file) && isQuick(textOf(file)))).toEqual(own)
})

test('bounded caches of the server are made by `newLru`, which reserves no memory for entries that do not exist yet', () => {
  const reserves = (text: string) => /\bnew LRUCache\b/.test(text)
  expect(['new LRUCache<string, number>({ max: 9 })', "import type { LRUCache } from 'lru-cache'"].map(reserves)).toEqual([true, false])
  expect(sources.filter((file) => file.startsWith('server/') && reserves(textOf(file)))).toEqual(['server/src/kernel/memo/lru.ts'])
})

test('no test of the web answers calls by itself: what `fakeServer` was not told stays without an answer, also for what outlives its test', () => {
  const answers = (text: string) => /\bglobalThis\.fetch\s*=|\bstubGlobal\(\s*'fetch'|\bspyOn\(globalThis,\s*'fetch'/.test(text)
  expect(['globalThis.fetch = one', "vi.stubGlobal('fetch', one)", 'const real = globalThis.fetch'].map(answers)).toEqual([
    true,
    true,
    false,
  ])
  // runs the script of the start page, which sends by itself
  const own = ['web/src/kernel/call/early.test.ts']
  expect(sources.filter((file) => file.startsWith('web/src/') && isTest(file) && answers(textOf(file)))).toEqual(own)
})

describe('folders', () => {
  test('every domain folder is declared in domains.ts, and every folder of a divided domain is a declared room', () => {
    expect(sources.flatMap((file) => roomless(file, { uses, rooms }))).toEqual([])
  })

  test('a folder of more than 20 files of product code says in its README.md what belongs there', () => {
    const described = (folder: string) => {
      const readme = join(root, folder, 'README.md')
      return existsSync(readme) && readFileSync(readme, 'utf8').trim().length >= 40
    }
    expect(crowdedFolders(sources, 20, described)).toEqual([])
  })

  test('server file names have the form name-with-hyphens.kind.ts', () => {
    expect(unnamedFiles(sources)).toEqual([])
  })
})

describe('domains', () => {
  const places = sources
    .filter((file) => /^contract\/src\/(?!kernel\/)/.test(file) && !isTest(file))
    .flatMap((file) => [...textOf(file).matchAll(/\bendpoints\('([^']+)'/g)].map(([, place = '']) => ({ file, place })))

  test('a contract is served by the domain of its folder', () => {
    const importers = Map.groupBy(imports, ({ to }) => to)
    const importersOf = (file: string) => (importers.get(file) ?? []).map(({ from }) => from)
    // an endpoint file split off for the first pages is registered with its parent: menu-mine with menu
    const wholes = (file: string) => [file, ...importersOf(file).filter((from) => sideOf(from)?.side === 'contract')]
    const wrong = places.filter(({ file }) => {
      const own = sideOf(file)
      const servers = wholes(file)
        .flatMap(importersOf)
        .filter((from) => from.endsWith('.routes.ts'))
        .map(sideOf)
      const room = own && roomOf(own, { uses, rooms })
      return !servers.some(
        (server) =>
          server?.domain === own?.domain && server && (own?.folder === '' || ['', room].includes(roomOf(server, { uses, rooms }))),
      )
    })
    expect(wrong).toEqual([])
  })

  test('a domain writes only its own tables', () => {
    const files = sources.filter((file) => file.startsWith('server/src/domains/') && !isTest(file) && !file.endsWith('.factory.ts'))
    expect(
      files.flatMap((file) => foreignTables(file, textOf(file), tableOwners)),
      'tables of another domain: call a service of the domain that owns the table',
    ).toEqual([])
  })

  test('no service writes a piece of the kernel again', () => {
    expect(sources.flatMap((file) => copiedPieces(file, textOf(file)))).toEqual([])
  })

  test('every routes file is named in server/src/routes.ts', () => {
    const named = imports.filter(({ from }) => from === 'server/src/routes.ts').map(({ to }) => to)
    const files = sources.filter((file) => file.endsWith('.routes.ts'))
    expect(unmatched(files, named, 'server/src/routes.ts')).toEqual([])
  })

  test('every declared endpoint is served, once', () => {
    const paths = served.map((one) => one.endpoint.path)
    expect(new Set(paths).size).toBe(paths.length)
    const unserved = places.filter(({ place }) => !paths.some((path) => path.startsWith(`/api/${place}/`)))
    expect(unserved.map(({ file, place }) => `${file}: no routes file of server/src/routes.ts serves ${place}`)).toEqual([])
  })
})

describe('menus', () => {
  const seeded = (menus: SeedMenu[]): string[] =>
    menus.flatMap(({ component, children = [] }) => [...(component && component !== 'Layout' ? [component] : []), ...seeded(children)])
  const pagesOf = (area: string) =>
    sources
      .filter((file) => new RegExp(`^web/src/(?:domains/.+|app)/${area}/\\w+Page\\.tsx$`).test(file))
      .map((file) => pageName(file.replace('.tsx', '')))

  test('every page of the back office has a menu row, and every row its page', () => {
    const known = [...seeded(baseMenus), ...fixedPages.map((one) => one.component)].map(pageName)
    expect(unmatched(pagesOf('admin'), known, 'the component of a row in server/src/seed/menus-*.ts')).toEqual([])
  })

  test('every page of the learner has a route, and every route its page', () => {
    const known = learnerRoutes.map((one) => pageName(one.component))
    expect(unmatched(pagesOf('learner'), known, 'web/src/app/routes/learnerRoutes.ts')).toEqual([])
  })

  test('every icon of a seeded menu exists in the web', () => {
    const named = (menus: SeedMenu[]): string[] =>
      menus.flatMap(({ metaIcon = '', children = [] }) => [...(metaIcon === '' ? [] : [metaIcon]), ...named(children)])
    const known: string[] = textOf('web/src/domains/people/role-menu/menu-icons.ts').match(/\b\w+Outlined\b/g) ?? []
    expect(
      named(baseMenus).filter((name) => !known.includes(name)),
      'add them to web/src/domains/people/role-menu/menu-icons.ts',
    ).toEqual([])
    expect(
      known.filter((name, at) => known.indexOf(name) !== at),
      'listed twice',
    ).toEqual([])
  })

  test('a menu key finds its page in any folder of the domain', () => {
    expect(canonicalKey('paper/review/admin/ReviewTaskPage')).toBe('paper/admin/ReviewTaskPage')
    for (const area of ['admin', 'learner']) expect(new Set(pagesOf(area)).size, area).toBe(pagesOf(area).length)
  })
})
