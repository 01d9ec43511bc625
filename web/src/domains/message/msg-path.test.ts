import { matchPath } from 'react-router'
import { expect, it } from 'vitest'
import { learnerRoutes } from '../../app/routes/learnerRoutes.ts'
import { msgPath } from './msg-path.ts'

const titleOf = (to: string | undefined) => learnerRoutes.find(({ path }) => to !== undefined && matchPath(path, to))?.title

it('opens the page of what a message is about', () => {
  expect(titleOf(msgPath({ refType: 'exam', refId: '7' }))).toBe('考试须知')
  expect(titleOf(msgPath({ refType: 'paper', refId: '7' }))).toBe('考试结果')
  expect(msgPath({ refType: 'activity', refId: '7' })).toBe('/web/activity/7')
})

it('has no address for a message about nothing, or about what has no page', () => {
  expect(msgPath({ refType: 'paper', refId: '' })).toBeUndefined()
  expect(msgPath({ refType: 'latePaper', refId: '7' })).toBeUndefined()
})
