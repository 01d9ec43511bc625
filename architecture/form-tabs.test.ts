// A form that is a page of its own closes its tab when it was saved: it goes on with `leaving` (web/src/shared/page/page-subject.ts).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Parts of a page that goes on after a save. */
const stays = new Set([
  'web/src/domains/course/work/desk/Desk.tsx',
  'web/src/domains/course/catalog/build/CourseBuilder.tsx',
  'web/src/domains/paper/review/MarkDesk.tsx',
  'web/src/domains/qu/admin/import/StagedEditor.tsx',
])

const forms = globSync('web/src/domains/**/*.tsx', { cwd: root })
  .filter((file) => !file.endsWith('.test.tsx') && !stays.has(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /<(?:LongForm|LeaveGuard)\b/.test(text))

test('forms with a page of their own are found', () => {
  expect(forms.map(({ file }) => file)).toContain('web/src/domains/exam/admin/edit/ExamForm.tsx')
})

test.each(forms)('$file leaves its page for good', ({ text }) => {
  expect(text, 'navigate(…, leaving) after the save').toMatch(/navigate\([^;]*\bleaving\b/)
})

test('rows are selected by the common list only, so that each has one bar with 全选 n 条', () => {
  const found = (text: RegExp) =>
    globSync('web/src/**/*.tsx', { cwd: root }).filter(
      (file) => !file.endsWith('.test.tsx') && text.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(found(/\browSelection[=:]/)).toEqual(['web/src/kernel/list/ListTable.tsx'])
  expect(found(/<BatchBar\b/)).toEqual(['web/src/shared/ListPage.tsx'])
})
