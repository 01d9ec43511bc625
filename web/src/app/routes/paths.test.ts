import { describe, expect, it } from 'vitest'
import { safePath } from '../../kernel/access/safe-path.ts'
import { afterSignIn, isOpen } from './paths.ts'

describe('safePath', () => {
  it.each(['/web/course', '/admin/exam/list?current=2&size=20', '/web/uc?to=msg#top'])('keeps %s', (path) =>
    expect(safePath(path)).toBe(path),
  )

  it.each([
    'https://evil.example/web',
    '//evil.example/web',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'web/course',
    '',
    null,
    undefined,
    '/login?redirect=%2Flogin',
    '/sync?token=stolen',
  ])('refuses %j', (path) => expect(safePath(path)).toBeUndefined())
})

it('goes to redirect, else redirected, else the start', () => {
  expect(afterSignIn(new URLSearchParams({ redirect: '/a', redirected: '/b' }))).toBe('/a')
  expect(afterSignIn(new URLSearchParams({ redirect: '//evil', redirected: '/b' }))).toBe('/b')
  expect(afterSignIn(new URLSearchParams())).toBe('/')
})

it('opens the listed paths to visitors', () => {
  const open = ['/login', '/register', '/forgot', '/ldap-login', '/lti', '/401', '/404', '/sync', '/pages/cam', '/license/x']
  expect(open.every(isOpen)).toBe(true)
  expect(['/', '/web/course', '/admin/login', '/dev/kit'].some(isOpen)).toBe(false)
})
