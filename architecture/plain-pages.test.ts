// Pages that are `plain` in learnerRoutes.ts load no Ant Design: neither they nor what they import, except by a dynamic import.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const antDesign = /^(?:antd|@ant-design\/|dayjs)/
const imports = /^\s*(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm

/** The chain of files from `file` to one that imports Ant Design; undefined if there is none. */
function wayToAnt(file: string, seen: Set<string>): string[] | undefined {
  if (seen.has(file)) return undefined
  seen.add(file)
  for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
    if (antDesign.test(path)) return [file, path]
    if (!/^\..*\.tsx?$/.test(path)) continue
    const rest = wayToAnt(join(dirname(file), path), seen)
    if (rest) return [file, ...rest]
  }
  return undefined
}

const routes = readFileSync(join(root, 'web/src/app/routes/learnerRoutes.ts'), 'utf8')
const plain = [...routes.matchAll(/component: '([^']+)'[^}]*plain: true/g)].map(([, component = '']) => component)
const files = globSync('web/src/**/learner/*Page.tsx', { cwd: root })
const fileOf = (component: string) => {
  const [domain = '', , name = ''] = component.split('/')
  const found = files.find((file) => file.includes(`/${domain}/`) && file.endsWith(`/learner/${name}.tsx`))
  if (found === undefined) throw new Error(`No page file for ${component}, which web/src/app/routes/learnerRoutes.ts names`)
  return found
}

test('plain pages are found', () => {
  expect(plain).toEqual(
    expect.arrayContaining(['paper/learner/PaperRunnerPage', 'paper/learner/ExamCheckPage', 'train/learner/MyRepoPage']),
  )
})

test('web/chunks.ts names files that exist', async () => {
  await expect(import('../web/chunks.ts')).resolves.toHaveProperty('chunks')
})

test.each([...new Set(plain)])('%s loads no Ant Design', (component) => {
  expect(wayToAnt(fileOf(component), new Set())).toBeUndefined()
})

test('a route without its page is named', () => {
  expect(() => fileOf('exam/learner/NonePage')).toThrow('No page file for exam/learner/NonePage')
})

test('a chain of imports is found', () => {
  expect(wayToAnt('web/src/shared/camera/QrDialog.tsx', new Set())).toEqual(['web/src/shared/camera/QrDialog.tsx', 'antd'])
})
