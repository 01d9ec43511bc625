// docs/dependencies.md explains every dependency, and lists no others.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'overrides' | 'allowScripts', Record<string, string | boolean>>
>
const manifest = (folder: string) => JSON.parse(read(`${folder}package.json`)) as Manifest
const dependenciesOf = ({ dependencies, devDependencies, optionalDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).toSorted()

const sections = new Map(
  read('docs/dependencies.md')
    .split('\n## ')
    .map((section) => [section.slice(0, section.indexOf('\n')), [...section.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name)]),
)

describe('docs/dependencies.md', () => {
  test.for([
    ['Root', dependenciesOf(manifest(''))],
    ['Contract', dependenciesOf(manifest('contract/'))],
    ['Server', dependenciesOf(manifest('server/'))],
    ['Web', dependenciesOf(manifest('web/'))],
    ['Overrides', Object.keys(manifest('').overrides ?? {})],
    ['Install scripts', Object.keys(manifest('').allowScripts ?? {})],
  ] as const)('%s: one line for each entry of package.json', ([title, names]) => {
    expect(names.length).toBeGreaterThan(0)
    expect(sections.get(title)?.toSorted()).toEqual(names.toSorted())
  })

  test('an allowed install script belongs to a package of the lock file that has one', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { hasInstallScript?: boolean }> }
    // the root's own script trims what was installed
    const withScript = Object.keys(packages).filter((path) => path !== '' && packages[path]?.hasInstallScript)
    expect(Object.keys(manifest('').allowScripts ?? {}).map((name) => `node_modules/${name}`)).toEqual(withScript)
  })
})
