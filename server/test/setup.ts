// Fails a test that reports an error.
import { afterEach } from 'vitest'

const errors: unknown[][] = []
console.error = (...args) => errors.push(args)

afterEach(() => {
  const found = errors.splice(0).map((args) => args.map(String).join(' '))
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`)
})
