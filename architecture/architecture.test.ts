// The walls of the house, read from the imports as they are written.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { served } from '../server/src/domains.ts'
import { baseMenus } from '../server/src/seed/base-menus.ts'
import type { SeedMenu } from '../server/src/seed/menu-shape.ts'
import { fixedPages } from '../web/src/app/admin/fixedPages.ts'
import { servedElsewhere, uses } from './domains.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)))

type Import = { from: string; to: string }
const imports: Import[] = sources.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8')
  const written = /^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(written)].map(([, named, bare, lazy]) => {
    const specifier = named ?? bare ?? lazy ?? ''
    const to = specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : specifier.replace(/^@shuyuan\/contract\//, 'contract/src/')
    return { from, to }
  })
})
const isTest = (file: string) => /\.(test|spec)\.tsx?$|^server\/test\/|^web\/test\//.test(file)
const domainOf = (file: string) => /^server\/src\/domains\/([^/]+)\//.exec(file)?.[1]
const broken = (wrong: (one: Import) => boolean) => imports.filter((one) => wrong(one)).map(({ from, to }) => `${from} → ${to}`)

describe('imports', () => {
  test('a domain uses only the domains above it', () => {
    const wrong = broken(({ from, to }) => {
      const [own, other] = [domainOf(from), domainOf(to)]
      return own !== undefined && other !== undefined && own !== other && !isTest(from) && !uses[own]?.includes(other)
    })
    expect(wrong).toEqual([])
  })

  test('the order of domains has no cycle', () => {
    const names = Object.keys(uses)
    for (const [name, used] of Object.entries(uses)) for (const one of used) expect(names.indexOf(one)).toBeLessThan(names.indexOf(name))
  })

  test('another domain is reached only through its services and factories', () => {
    const wrong = broken(({ from, to }) => {
      const [own, other] = [domainOf(from), domainOf(to)]
      return own !== undefined && other !== undefined && own !== other && !isTest(from) && !/\.(service|factory)\.ts$/.test(to)
    })
    expect(wrong).toEqual([])
  })

  test('the kernel knows no domain', () => {
    expect(broken(({ from, to }) => from.startsWith('server/src/kernel/') && !isTest(from) && domainOf(to) !== undefined)).toEqual([])
    expect(broken(({ from, to }) => from.startsWith('web/src/kernel/') && to.startsWith('web/src/domains/'))).toEqual([])
    expect(broken(({ from, to }) => from.startsWith('contract/src/kernel/') && /^contract\/src\/(?!kernel\/)/.test(to))).toEqual([])
  })

  test('web does not reach into the server, nor the contract beyond zod', () => {
    expect(broken(({ from, to }) => from.startsWith('web/') && to.startsWith('server/'))).toEqual([])
    expect(
      broken(({ from, to }) => from.startsWith('contract/') && !isTest(from) && to !== 'zod' && !to.startsWith('contract/src/')),
    ).toEqual([])
    expect(broken(({ from, to }) => from.startsWith('server/src/') && to.startsWith('web/'))).toEqual([])
  })

  test('rules stay pure: they know neither database nor network', () => {
    const impure = /^(node:(?!crypto)|pg$|kysely$|fastify)|\.(service|routes|jobs)\.ts$|server\/src\/kernel\/database/
    expect(broken(({ from, to }) => from.endsWith('.rules.ts') && impure.test(to))).toEqual([])
  })
})

describe('domains', () => {
  test('every contract folder belongs to a domain of the server', () => {
    const folders = new Set(sources.flatMap((file) => /^contract\/src\/(?!kernel\/)([^/]+)\//.exec(file)?.[1] ?? []))
    for (const folder of folders) {
      const domain = servedElsewhere[folder] ?? folder
      expect(Object.keys(uses), folder).toContain(domain)
      expect(
        sources.some((file) => domainOf(file) === domain),
        domain,
      ).toBe(true)
    }
  })

  test('a contract stands where its path says', () => {
    for (const file of sources.filter((one) => /^contract\/src\/(?!kernel\/)/.test(one) && !isTest(one))) {
      for (const [, place = ''] of readFileSync(join(root, file), 'utf8').matchAll(/endpoints\('([^']+)'/g)) {
        const path = file.replace(/^contract\/src\//, '').replace(/\.ts$/, '')
        // a part that first pages read alone stands beside its whole: sys/user-me of sys/user
        expect([path, path.replace(/^([^/]+)\/\1$/, '$1'), path.replace(/-[a-z-]+$/, '')], file).toContain(place)
      }
    }
  })

  test('a service writes only tables of its own domain', () => {
    const wrong: string[] = []
    for (const file of sources.filter((one) => domainOf(one) !== undefined && !isTest(one) && !one.endsWith('.factory.ts'))) {
      const text = readFileSync(join(root, file), 'utf8')
      const names = [
        ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)].map(([, name = '']) => name),
        ...[...text.matchAll(/\b(?:insert into|update|delete from) ([a-z]\w+) (?!.*\bskip\b)/g)].map(
          ([, name = '']) => name.split('_')[0] ?? '',
        ),
      ]
      const own = domainOf(file) ?? ''
      for (const name of names) if (!['set', 'of'].includes(name) && !(name === own || name.startsWith(own))) wrong.push(`${file}: ${name}`)
    }
    expect(wrong).toEqual([])
  })

  test('every declared endpoint is served, once', () => {
    const declared = sources
      .filter((file) => /^contract\/src\/(?!kernel\/)/.test(file) && !isTest(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/endpoints\('([^']+)'/g)].map(([, place = '']) => `/api/${place}/`),
      )
    const paths = served.map((one) => one.endpoint.path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const place of declared)
      expect(
        paths.some((path) => path.startsWith(place)),
        place,
      ).toBe(true)
  })
})

describe('menus', () => {
  const seeded = (menus: SeedMenu[]): string[] =>
    menus.flatMap(({ component, children = [] }) => [...(component && component !== 'Layout' ? [component] : []), ...seeded(children)])
  const pages = sources.flatMap((file) => /^web\/src\/domains\/(.+\/admin\/\w+Page)\.tsx$/.exec(file)?.[1] ?? [])

  test('every page of the back office has a menu row, and every row its page', () => {
    const known = [...seeded(baseMenus), ...fixedPages.map((one) => one.component)]
    expect([...new Set(known)].toSorted()).toEqual(pages.toSorted())
  })
})
