import { expect, it, onTestFinished, vi } from 'vitest'
import { show, signInWith } from '../../test/render.tsx'
import { Can } from './Can.tsx'

it('shows what needs a permission only to those who hold one of the tags', async () => {
  await signInWith(['repo:list'])
  show(
    <>
      <Can permit={['repo:add', 'repo:list']}>one of several</Can>
      <Can permit="repo:delete" fallback="instead">
        forbidden
      </Can>
      <Can permit={[]}>free</Can>
    </>,
  )
  expect(document.body.textContent).toBe('one of severalinsteadfree')
})

it('where groups and accounts are dealt with, refuses whoever holds nothing, and logs it', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warned.mockRestore())
  await signInWith([])
  show(
    <>
      <Can strict permit={[]}>
        free
      </Can>
      <Can strict permit="sys:group:user:join" fallback="instead">
        forbidden
      </Can>
    </>,
  )
  expect(document.body.textContent).toBe('instead')
  expect(warned.mock.calls).toContainEqual(['权限不足', 'sys:group:user:join'])
  warned.mockClear()
  await signInWith(['sys:group:user:join'])
  show(
    <Can strict permit="sys:group:user:join">
      allowed
    </Can>,
  )
  expect(document.body.textContent).toContain('allowed')
  expect(warned).not.toHaveBeenCalled()
})
