// The log of a test server, line by line.
import type { TestApp } from './start-app.ts'

/** The lines that the server writes from now on; start it with a LOG_LEVEL. */
export function logLines({ http }: Pick<TestApp, 'http'>): string[] {
  const lines: string[] = []
  const written = http.log as unknown as Record<symbol, { write: (line: string) => void }>
  const stream = Object.getOwnPropertySymbols(written).find((one) => String(one) === 'Symbol(pino.stream)')
  if (stream === undefined) throw new Error('the log has no stream')
  written[stream] = { write: (line) => void lines.push(line) }
  return lines
}
