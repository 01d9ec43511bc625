// State of a domain for the life of a server (caches, batches); modules hold no state.
import type { App } from './ctx.ts'

export type Part<T> = ((app: App) => T) & {
  /** Replaces the value. */
  replace: (app: App, value: T) => void
}

/** Declares a part, which is created per server on first use: `const batchesOf = appPart((app) => new SaveBatches(app))`. */
export function appPart<T>(make: (app: App) => T): Part<T> {
  const read = (app: App): T => {
    // the part is its own key, so the value has the type of its `make`
    if (!app.parts.has(part)) app.parts.set(part, make(app))
    return app.parts.get(part) as T
  }
  const part: Part<T> = Object.assign(read, { replace: (app: App, value: T) => void app.parts.set(part, value) })
  return part
}
