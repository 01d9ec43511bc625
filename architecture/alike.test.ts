// Pages of the back office by one hand: figures in cards, one head of reports, one form of settings.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../web/src/', import.meta.url))
const sources = globSync('**/*.tsx', { cwd: root })
  .filter((path) => !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
const paths = (found: typeof sources) => found.map(({ path }) => path).toSorted()

test('figures stand in the cards of Figures; the bar at the foot of a template has its totals', () => {
  const bare = sources.filter(({ text }) => /import \{[^}]*\bStatistic\b[^}]*\} from 'antd'/.test(text))
  expect(paths(bare)).toEqual(['domains/tmpl/admin/edit/TmplEditor.tsx'])
  const own = globSync('**/*.css', { cwd: root }).filter((path) =>
    /Figures? d[td]\b|Figure d[td]\b/.test(readFileSync(root + path, 'utf8')),
  )
  expect(own).toEqual([])
})

test('reports and statistics have the head of ReportHead', () => {
  const heads = sources.filter(({ text }) => text.includes('<ReportHead'))
  expect(paths(heads)).toEqual([
    'domains/course/records/CourseStat.tsx',
    'domains/course/records/admin/CourseMatrixPage.tsx',
    'domains/path/admin/PathStatPage.tsx',
    'domains/stat/admin/ReportPage.tsx',
    'domains/stat/exam/ExamStatistics.tsx',
    'domains/survey/admin/SurveyResultPage.tsx',
    'domains/train/admin/TrainStatPage.tsx',
  ])
  const others = sources.filter(({ path, text }) => /(?:Stat|Statistics|Matrix|Report)(?:Page)?\.tsx$/.test(path) && text.includes('<h1>'))
  expect(paths(others).filter((path) => !path.includes('/learner/') && !path.includes('result/'))).toEqual([])
})

test('settings of the site and of services have the form of SettingsPage', () => {
  const settings = sources.filter(({ path }) => /\/(?:Prop\w+|Site|Switch|PayConfig)Page\.tsx$/.test(path))
  expect(settings.length).toBeGreaterThan(8)
  expect(paths(settings.filter(({ text }) => !/<(?:SettingsPage|ProviderPanel)\b/.test(text)))).toEqual([])
})
