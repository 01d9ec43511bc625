// Times have one field, Enter in an input sends no form of the back office, and a saved form closes its tab.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../web/src/', import.meta.url))
const sources = globSync('**/*.tsx', { cwd: root })
  .filter((path) => !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
/** The names that a file imports from antd. */
const fromAntd = (text: string) =>
  /import \{([^}]*)\} from 'antd'/
    .exec(text)?.[1]
    ?.split(',')
    .map((name) => name.trim()) ?? []

test('the pickers of antd stand only in MomentPicker, which reads what is typed', () => {
  const pickers = /^(?:DatePicker|TimePicker|Calendar)\b/
  const found = sources.filter(({ text }) => fromAntd(text).some((name) => pickers.test(name))).map(({ path }) => path)
  expect(found).toEqual(['kernel/form/MomentPicker.tsx'])
  const own = sources.filter(({ text }) => /type="(?:date|time|datetime-local|month)"/.test(text)).map(({ path }) => path)
  expect(own).toEqual([])
})

test('every form of antd that can be sent keeps Enter in its inputs', () => {
  const forms = sources.flatMap(({ path, text }) =>
    fromAntd(text).includes('Form') ? [...text.matchAll(/<Form(?=[\s>])(?:=>|[^>])*>/g)].map(([tag]) => ({ path, tag })) : [],
  )
  const sendable = forms.filter(({ tag }) => tag.includes('onFinish='))
  expect(sendable.map(({ path }) => path)).toContain('kernel/form/SchemaForm.tsx')
  expect(sendable.filter(({ tag }) => !tag.includes('onKeyDown={enterStays}'))).toEqual([])
})

test('pages of the back office have no form of their own beside SchemaForm, except those that search or verify', () => {
  const own = sources.filter(({ path, text }) => path.includes('/admin/') && /<form[\s>]/.test(text)).map(({ path }) => path)
  expect(own).toEqual([])
})

test('a page that is one form closes its tab when it was saved: its navigation says so', () => {
  const forms = sources.filter(({ text }) => text.includes('<LongForm') && text.includes('navigate('))
  expect(forms.map(({ path }) => path)).toContain('domains/course/catalog/edit/CourseForm.tsx')
  const calls = forms.flatMap(({ path, text }) => [...text.matchAll(/navigate\([^)]*\)/g)].map(([called]) => ({ path, called })))
  expect(calls.filter(({ called }) => !called.endsWith(', leaving)'))).toEqual([])
})
