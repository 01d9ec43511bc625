import { expect, it, onTestFinished, vi } from 'vitest'
import { show, signInWith } from '../../../test/render.tsx'
import { Can } from './Can.tsx'

it('shows its children only to users with one of the tags', async () => {
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

it('in strict mode refuses users without any permission, and logs the refusal', async () => {
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
