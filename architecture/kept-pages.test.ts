// A page that shows its data keeps it when a later read fails: what was typed, and an open dialog, stay.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Errors that end what is shown: of a command that begins the page, not of a read. */
const ends = new Set(['web/src/domains/course/scorm/PackageStage.tsx', 'web/src/domains/train/learner/TrainingPage.tsx'])
const early = /\bif \((?:\w+\.)?(?:error|isError)\)\s*(?:return\b|\{)/

test('a file with such a return is found', () => {
  for (const text of ['if (error) return <PageError />', 'if (read.isError) return null', 'if (error)\n    return (<main />)'])
    expect(text).toMatch(early)
  for (const text of ['if (!data) return error ? <A /> : <B />', 'if (read.isLoadingError) return <A />', 'if (error && !data) return'])
    expect(text).not.toMatch(early)
})

test('no page gives up its data for the error of a later read', () => {
  const files = globSync('web/src/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx') && !ends.has(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => early.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
