// A page about one thing has its name in the title, the tab and the breadcrumb (docs/ui.md).
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../web/src/domains/', import.meta.url))
/** Pages about things without a name of their own. */
const nameless = [
  // a question: its stem is a paragraph
  'qu/admin/QuEditPage.tsx',
  // a run of the directory sync
  'account/directory/admin/DirectoryRunPage.tsx',
  // whatever answer comes next
  'paper/review/admin/ReviewTaskPage.tsx',
]
const textOf = (path: string) => readFileSync(path, 'utf8')
/** A page, and the parts of its own domain that it imports. */
function textsOf(page: string): string[] {
  const text = textOf(join(root, page))
  const parts = [...text.matchAll(/from '(\.{1,2}\/[^']+\.tsx)'/g)].map(([, path = '']) => join(root, dirname(page), path))
  return [text, ...parts.filter((path) => path.startsWith(root)).map(textOf)]
}
const aboutOne = globSync('**/admin/*Page.tsx', { cwd: root })
  .filter((page) => /\buseParams\(\)/.test(textOf(join(root, page))))
  .toSorted()

test('pages about one thing name it', () => {
  expect(aboutOne.length).toBeGreaterThan(25)
  const without = aboutOne.filter((page) => !textsOf(page).some((text) => text.includes('usePageSubject(')))
  expect(without).toEqual(nameless.toSorted())
})
