// What one domain keeps for the life of a server (caches, batches): no module keeps state of its own.
import type { App } from './ctx.ts'

export type Part<T> = ((app: App) => T) & {
  /** Puts another value in its place. */
  replace: (app: App, value: T) => void
}

/** Declares a part, made on first use for each server: `const batchesOf = appPart((app) => new SaveBatches(app))`. */
export function appPart<T>(make: (app: App) => T): Part<T> {
  const read = (app: App): T => {
    // the part is its own key, so what is found under it is what it made
    if (!app.parts.has(part)) app.parts.set(part, make(app))
    return app.parts.get(part) as T
  }
  const part: Part<T> = Object.assign(read, { replace: (app: App, value: T) => void app.parts.set(part, value) })
  return part
}
