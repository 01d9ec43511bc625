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

it('opens the order, the certificate and the identity in the user centre', () => {
  expect(msgPath({ refType: 'order', refId: '7' })).toBe('/web/uc?to=pay&id=7')
  expect(msgPath({ refType: 'invoice', refId: '7' })).toBe('/web/uc?to=pay&id=7')
  expect(msgPath({ refType: 'certGrant', refId: '7' })).toBe('/web/uc?to=cert&id=7')
  // messages of earlier versions name the kind of certificate, or nothing
  expect(msgPath({ refType: 'cert', refId: '' })).toBe('/web/uc?to=cert')
  expect(msgPath({ refType: 'real', refId: '' })).toBe('/web/uc?to=real')
})

it('opens an order of others in the list of its kind', () => {
  expect(msgPath({ refType: 'orderDesk', refId: 'exam/2026112100010001' })).toBe('/admin/pay/order?tab=exam&orderNo=2026112100010001')
})

it('has no address for a message about nothing, or about what has no page', () => {
  expect(msgPath({ refType: 'paper', refId: '' })).toBeUndefined()
  expect(msgPath({ refType: 'latePaper', refId: '7' })).toBeUndefined()
})
