// The rules that architecture.test.ts applies to the repository and walls.test.ts to deliberate violations. They take names and texts and read no files.
import { basename, dirname, join, normalize } from 'node:path'

export type Import = { from: string; to: string }
export type Architecture = {
  uses: Record<string, readonly string[]>
  rooms: Record<string, { order: readonly string[]; shared?: readonly string[] }>
}

export const isTest = (file: string) => /\.(?:test|spec)\.tsx?$|^(?:server|web|contract)\/test\//.test(file)

/** Every import of a source: static, lazy, of styles, and of workers by URL. Packages are listed by name. */
export function importsOf(from: string, text: string): Import[] {
  const written =
    /^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)|^@import '([^']+)'/gm
  return [...text.matchAll(written)].map((found) => {
    const specifier = found.slice(1).find((one) => one !== undefined) ?? ''
    const to = specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier.replace(/\?.*$/, '')))
      : specifier.replace(/^@shuyuan\/contract\//, 'contract/src/')
    return { from, to }
  })
}

export type Place = { side: 'contract' | 'server' | 'web'; domain: string; folder: string }

/** The place of a file in a domain; undefined outside of the domains. `folder` is its path below the domain. */
export function sideOf(file: string): Place | undefined {
  const found = /^(?:(contract)\/src|(server)\/src\/domains|(web)\/src\/domains)\/([^/]+)\/(?:(.+)\/)?[^/]+$/.exec(file)
  const domain = found?.[4]
  if (!found || !domain || domain === 'kernel') return undefined
  return { side: (found[1] ?? found[2] ?? found[3]) as Place['side'], domain, folder: found[5] ?? '' }
}

/** The room of a folder: the longest matching room of the domain; '' at the root. */
export function roomOf({ domain, folder }: Place, { rooms }: Architecture): string {
  const inside = (rooms[domain]?.order ?? []).filter((room) => folder === room || folder.startsWith(`${room}/`))
  return inside.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

/** Makes schemas when they are first used (decision 266). */
const deferring = 'contract/src/kernel/z.ts'

const layerOf = (file: string) => /^(?:contract|server|web)\/src\/(\w+)/.exec(file)?.[1] ?? ''

/** The reasons why an import is not allowed, one per line; empty if it is allowed. Tests and factories may create data of any domain. */
export function wallsBroken(one: Import, architecture: Architecture): string[] {
  const { from, to } = one
  const found: string[] = []
  const refuse = (why: string) => found.push(`${why}: ${from} → ${to}`)
  if (from.startsWith('web/') && to.startsWith('server/')) refuse('the web imports from the server')
  if (from.startsWith('server/src/') && to.startsWith('web/')) refuse('the server imports from the web')
  if (from.startsWith('contract/') && !isTest(from) && to !== 'zod' && !to.startsWith('contract/src/'))
    refuse('the contract knows only zod')
  if (/^(?:contract|web)\//.test(from) && !isTest(from) && from !== deferring && to === 'zod')
    refuse(`schemas come from ${deferring}, which makes them late`)
  const impure =
    /^(?:node:(?!crypto|path|url)|pg$|kysely$|fastify)|\.(?:service|routes|jobs)\.ts$|server\/src\/kernel\/(?:database|postgres\/)/
  if (/\.(?:rules|format|data)\.ts$/.test(from) && impure.test(to)) refuse('rules, formats and data stay pure')
  if (isTest(from) || from.endsWith('.factory.ts')) return found
  const [a, b] = [sideOf(from), sideOf(to)]
  if (layerOf(from) === 'kernel' && b) refuse('the kernel knows no domain')
  if (from.startsWith('web/src/kernel/') && to.startsWith('web/src/shared/')) refuse('the kernel knows no domain')
  if (/^web\/src\/(?:kernel|shared)\//.test(from) && to.startsWith('web/src/domains/')) refuse('only domains and the frame know domains')
  if (/^web\/src\/(?:kernel|shared|domains)\//.test(from) && to.startsWith('web/src/app/')) refuse('only the frame composes')
  if (a && b && a.domain !== b.domain && !mayName(a, b, architecture))
    refuse(`${a.domain} may not use ${b.domain} (uses in architecture/domains.ts)`)
  if (a && b && a.side === b.side && a.domain !== b.domain) {
    if (a.side === 'server' && !/\.(?:service|factory)\.ts$/.test(to)) refuse('another domain is reached only through services')
    if (a.side === 'web' && /(?:^|\/)(?:admin|learner)\/\w+Page\.tsx$/.test(to)) refuse('a page belongs to its own domain')
  }
  if (a && b && a.side === b.side && a.domain === b.domain && !mayEnter(a, b, basename(to), architecture))
    refuse(`a room above ${roomOf(a, architecture)}`)
  return found
}

/** Web and server files may import the contract of any domain; within a side only the domains of `uses`. */
const mayName = (a: Place, b: Place, { uses }: Architecture) => a.side !== b.side || uses[a.domain]?.includes(b.domain) === true

function mayEnter(a: Place, b: Place, name: string, architecture: Architecture): boolean {
  const { order, shared = [] } = architecture.rooms[a.domain] ?? { order: [] }
  const [own, other] = [roomOf(a, architecture), roomOf(b, architecture)]
  if (own === other || own === '') return true
  return other === '' ? shared.includes(name) : order.indexOf(other) < order.indexOf(own)
}

/** The names that one of two lists lacks, each with what is to be done; empty if both have the same. `where`: what a name of `all` lacks in `named`. */
export const unmatched = (all: readonly string[], named: readonly string[], where: string): string[] => [
  ...all.filter((one) => !named.includes(one)).map((one) => `${one}: add it to ${where}`),
  ...named.filter((one) => !all.includes(one)).map((one) => `${one}: named in ${where}, but does not exist`),
]

/** Files of a domain outside of the domains and rooms of domains.ts. Sub-folders inside a room, and of small domains on the web, are free. */
export function roomless(file: string, architecture: Architecture): string[] {
  const place = sideOf(file)
  if (!place) return []
  if (!(place.domain in architecture.uses)) return [`${file}: ${place.domain} is no domain; name it in uses of architecture/domains.ts`]
  const order = architecture.rooms[place.domain]?.order
  if (!order || place.folder === '' || roomOf(place, architecture) !== '')
    return place.folder !== '' && place.side !== 'web' && !order
      ? [
          `${file}: ${place.domain} has no rooms; the file stands at its root, or its folder becomes a room in rooms of architecture/domains.ts`,
        ]
      : []
  // pages that need several rooms
  return place.side === 'web' && ['admin', 'learner'].includes(place.folder.split('/')[0] ?? '')
    ? []
    : [`${file}: ${place.folder} is no room; name it in rooms of architecture/domains.ts`]
}

/** Folders with more than `most` product files that do not say what belongs there; tests are not counted. */
export function crowdedFolders(files: readonly string[], most: number, described: (folder: string) => boolean): string[] {
  const counted = Map.groupBy(
    files.filter((file) => /^(?:contract|server|web)\/src\//.test(file) && !isTest(file)),
    (file) => dirname(file),
  )
  return [...counted]
    .filter(([folder, list]) => list.length > most && !described(folder))
    .map(
      ([folder, list]) =>
        `${folder}: ${list.length} files; divide it by notion, or say in ${folder}/README.md what belongs there and what does not`,
    )
}

const kinds = /^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:rules|format|data|service|routes|jobs|socket|worker|factory|package|page|start)\.ts$/

/** Server files whose names do not follow `name.kind.ts` (docs/guide/house.md, *Kinds of files*). */
export const unnamedFiles = (files: readonly string[]): string[] =>
  files.filter((file) => file.startsWith('server/src/domains/') && !isTest(file) && !kinds.test(basename(file)))

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Tables of other domains that a server file writes: literal names, raw SQL, and loops over names. A write to a composed or passed
 * table name is rejected too, because its owner is unknown.
 */
export function foreignTables(file: string, text: string, owners: Record<string, readonly string[]>): string[] {
  const own = sideOf(file)?.domain ?? ''
  const looped = [
    ...text.matchAll(/for \(const (\w+) of (\[[^\]]*\])[^)]*\)[^;]*?\.(?:insertInto|updateTable|deleteFrom)\(\1\)/gs),
  ].flatMap(([, , list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name))
  const names = [
    ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\bsql\.table\('(\w+)'\)/g)].map(([, name = '']) => name),
    ...looped,
    ...[...text.matchAll(/\b(?:insert into|update|delete from) ([a-z]+(?:_[a-z]+)*) (?!.*\bskip\b)/g)].map(([, name = '']) => camel(name)),
  ]
  const loopedOver = [...text.matchAll(/for \(const (\w+) of \[/g)].map(([, name = '']) => name)
  const unseen = [
    ...[...text.matchAll(/\b(?:insert into|update|delete from) \$\{([^}]*)\}/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!')([^)]*)\)/g)].map(([, name = '']) => name),
  ].filter((name) => !name.startsWith("sql.table('") && !loopedOver.includes(name))
  const ownersOf = (name: string) => Object.entries(owners).find(([table]) => camel(table) === name)?.[1]
  const isOwn = (name: string) => ownersOf(name)?.includes(own) ?? (name === own || name.startsWith(own))
  const foreign = names.filter((name) => !['set', 'of'].includes(name) && !isOwn(name))
  return [...foreign, ...unseen.map((name) => `a table that is not named (${name})`)].map((found) => `${file}: ${found}`)
}

/** Pieces of the kernel that a server file writes again by hand: what to look for, and what to use. */
const pieces: readonly (readonly [RegExp, string])[] = [
  [/afterCommit: \(.*\) => void \w+\.push\(/, 'ownTransaction of kernel/own-transaction.ts'],
  [/\bfor \(const (\w+) of \w+\) await \1\(\)/, 'runEffects of kernel/effect.ts'],
  [/\bsetInterval\(/, 'every of kernel/every.ts'],
  [
    /\('[\w.]+', '=', sql<\w+>`any\(\$\{[^`]*::bigint\[\]\)`\)|sql<\w+>`[\w.]+ = any\(\$\{[^`]*::bigint\[\]\)`/,
    'among of kernel/database.ts',
  ],
]

/** A timer of one connection, film or lease that ends with it is no repeated work of the server. */
const ownTimers = ['common/task', 'live/replay/cast-run', 'live/rtmp/rtmp', 'session/session-socket'].map((one) => `${one}.service.ts`)

/** Copies of these pieces in a service, each with the piece to use. */
export function copiedPieces(file: string, text: string): string[] {
  if (!file.startsWith('server/src/domains/') || isTest(file)) return []
  const allowed = ownTimers.some((one) => file.endsWith(`/${one}`))
  return pieces
    .filter(([pattern, use]) => pattern.test(text) && !(allowed && use.startsWith('every')))
    .map(([, use]) => `${file}: use ${use}`)
}
