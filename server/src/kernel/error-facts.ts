// What the log writes of an error: not its other fields, because drivers hang whole clients on their errors.
import { openStackReader } from './bundle-stack.ts'

export type ErrorFacts = { [name: string]: unknown; type: string; message: string; code?: string | number; stack: string }

const MOST_CAUSES = 5
/** What PostgreSQL and the system say of the place; values of rows are in `detail`, which stays out. */
const places = new Set(['code', 'constraint', 'table', 'column', 'syscall', 'path'])

/**
 * @returns a function that gives of what was logged as `err` its class, message, code, place (constraint, table, column, call, path) and stack,
 * with the stacks of its causes; of a value that is no error the message and stack that it has, or itself as text
 */
export function newErrorFacts(): (error: unknown) => ErrorFacts {
  const inSources = openStackReader()
  return (error) => {
    if (!(error instanceof Error)) return plainFacts(error, inSources)
    const stacks: string[] = []
    for (let one: unknown = error; one instanceof Error && stacks.length < MOST_CAUSES; one = one.cause)
      stacks.push(one.stack ?? one.message)
    const isPlace = ([name, value]: [string, unknown]) => places.has(name) && (typeof value === 'string' || typeof value === 'number')
    const named = Object.fromEntries(Object.entries(error).filter(isPlace))
    return { type: error.name, message: error.message, ...named, stack: inSources(stacks.join('\ncaused by: ')) }
  }
}

/** The queue of jobs tells of errors with plain objects. */
function plainFacts(error: unknown, inSources: (stack: string) => string): ErrorFacts {
  const { message, stack } = Object(error) as { message?: unknown; stack?: unknown }
  return {
    type: typeof error,
    message: typeof message === 'string' ? message : String(error),
    stack: typeof stack === 'string' ? inSources(stack) : '',
  }
}
