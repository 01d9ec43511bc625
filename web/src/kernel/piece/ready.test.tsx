import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { ready } from './ready.tsx'

const hello = { default: ({ name }: { name: string }) => <p>您好，{name}</p> }
const draw = ({ Component }: ReturnType<typeof ready<{ name: string }>>) =>
  render(
    <Suspense fallback="…">
      <Component name="安安" />
    </Suspense>,
  )

test('what has been fetched is rendered at once, with what it shows first', async () => {
  const steps: string[] = []
  const page = ready(async () => ({ ...hello, first: async () => void steps.push('first') }))
  await page.fetch()
  expect(steps).toEqual(['first'])
  draw(page)
  expect(document.body.textContent).toBe('您好，安安')
})

test('what has not been fetched is rendered when it has come, though what it shows first cannot be loaded', async () => {
  const page = ready(async () => ({ ...hello, first: () => Promise.reject(new Error('gone')) }))
  draw(page)
  expect(document.body.textContent).toBe('…')
  expect(await screen.findByText('您好，安安')).toBeTruthy()
})
