import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dictionary } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { LevelRadios, LevelTag } from './levels.tsx'

test('levels are those of the dictionary; one that it has no more keeps a name and a place', async () => {
  fakeServer(dictionary(['容易', '中等', '困难'], 1))
  show(
    <>
      <LevelTag level={QuLevel.third} />
      <LevelRadios value={QuLevel.fifth} onChange={() => undefined} />
    </>,
  )
  expect(await screen.findAllByText('困难')).toHaveLength(2)
  expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['容易', '中等', '困难', '难度5'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '难度5' }).checked).toBe(true)
})
