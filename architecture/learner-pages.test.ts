// Every page of a learner is weighed and timed: each route and each part of the user centre has its line in e2e/learner-pages.ts.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { learnerPages } from '../e2e/learner-pages.ts'
import { ucParts } from '../web/src/app/learner/uc-parts.ts'
import { learnerRoutes } from '../web/src/app/routes/learnerRoutes.ts'

const measured = new Set(Object.values(learnerPages).map((one) => one.route))

test('each route of a learner is measured', () => {
  expect(
    learnerRoutes.map((one) => one.path).filter((path) => !measured.has(path)),
    'routes without a line in e2e/learner-pages.ts',
  ).toEqual([])
})

/** Pages before the sign-in that no learner opens on a usual day, or that need another system; `redirect`, `course` and `lti` lead elsewhere. */
const rare = new Set([
  '/pages/cam',
  '/ldap-login',
  '/lti/*',
  '/sync',
  '/second-factor',
  '/new-password',
  '/404',
  '/401',
  '/license/*',
  '/player/live.html',
  '/course',
  '/redirect/*',
])

test('each page before the sign-in is measured or named as rare', () => {
  const router = readFileSync(new URL('../web/src/app/routes/router.tsx', import.meta.url), 'utf8')
  const paths = [...router.matchAll(/path: '([^'*/][^']*)'/g)].map(([, path]) => `/${path}`)
  expect(paths.length).toBeGreaterThan(10)
  const isMeasured = (path: string) => measured.has(path.replace('/:no?', ''))
  expect(paths.filter((path) => !isMeasured(path) && !rare.has(path))).toEqual([])
})

test('each part of the user centre is measured', () => {
  expect(
    Object.keys(ucParts).filter((name) => !measured.has(`/web/uc?to=${name}`)),
    'parts of the user centre without a line in e2e/learner-pages.ts; add them to ownParts of e2e/access.spec.ts, too',
  ).toEqual([])
})

test('no route of a learner needs the frame of Ant Design', () => {
  expect(learnerRoutes.filter((one) => one.plain !== true).map((one) => one.path)).toEqual([])
})
