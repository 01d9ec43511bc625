// What the log writes of an error: not its other fields, because drivers hang whole clients on their errors.
export type ErrorFacts = { [name: string]: unknown; type: string; message: string; code?: string | number; stack: string }

const MOST_CAUSES = 5

/**
 * @param error what was logged as `err`
 * @returns its class, its message, its code and its stack, with the stacks of its causes; a value that is no error as text
 */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const stacks: string[] = []
  for (let one: unknown = error; one instanceof Error && stacks.length < MOST_CAUSES; one = one.cause) stacks.push(one.stack ?? one.message)
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' || typeof code === 'number'
  return { type: error.name, message: error.message, ...(known ? { code } : {}), stack: stacks.join('\ncaused by: ') }
}
