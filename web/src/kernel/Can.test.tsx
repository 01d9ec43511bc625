import { expect, it } from 'vitest'
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
