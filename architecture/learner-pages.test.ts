// Every page of a learner is weighed and timed: each route and each part of the user centre has its line in e2e/learner-pages.ts.
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

test('each part of the user centre is measured', () => {
  expect(
    Object.keys(ucParts).filter((name) => !measured.has(`/web/uc?to=${name}`)),
    'parts of the user centre without a line in e2e/learner-pages.ts; add them to ownParts of e2e/access.spec.ts, too',
  ).toEqual([])
})

test('no route of a learner needs the frame of Ant Design', () => {
  expect(learnerRoutes.filter((one) => one.plain !== true).map((one) => one.path)).toEqual([])
})
