// The compile cache of this server, for the threads and processes that it starts.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** The variable that names the cache; nothing without one. Threads and processes do not inherit it: each would compile all its modules again. */
export function compileCacheEnv(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  // `folder` is a version folder below the configured one
  const given = folder === undefined ? process.env.NODE_COMPILE_CACHE : dirname(folder)
  return given === undefined ? {} : { NODE_COMPILE_CACHE: given }
}
