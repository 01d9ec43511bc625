// The calls that a switched-off module or a missing licence closes, and those that stay open.
import { expect, test } from 'vitest'
import { served } from '../src/domains.ts'

const all = served.map((one) => one.endpoint)
const pathsOf = (chosen: typeof all) => chosen.map((one) => one.path).toSorted()
const forLearners = all.filter((one) => one.permit === 'any' || one.permit === '-')

test('each learner endpoint in the domains of a module declares whether the module closes it', () => {
  const ofModules = forLearners.filter((one) => /^\/api\/(?:course|exam|paper|qu|repo)\//.test(one.path))
  expect(ofModules.length).toBeGreaterThan(50)
  expect(pathsOf(ofModules.filter((one) => one.module === undefined && !one.begun))).toEqual([])
})

test('a module that is off refuses these calls to learners, and no others', () => {
  const closedWith = (module: string) => pathsOf(forLearners.filter((one) => one.module === module && !one.begun))
  expect(closedWith('exam')).toEqual(['/api/exam/exam/paging', '/api/exam/exam/simple-detail', '/api/repo/paging', '/api/repo/train/start'])
  expect(closedWith('course')).toEqual(['/api/course/course/detail', '/api/course/course/simple-detail', '/api/course/course/user-paging'])
})

test('without a licence a user can sign in, upload a licence and sign out', () => {
  expect(pathsOf(all.filter((one) => one.unlicensed))).toEqual([
    '/api/sys/menu/routes',
    '/api/sys/uploadLicense',
    '/api/sys/user/info',
    '/api/sys/user/logout',
  ])
})
