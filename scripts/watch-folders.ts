// Watches folders for changed files.
import { type FSWatcher, watch } from 'node:fs'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const settleMs = 80

/**
 * Calls `changed` when no further change follows a change below `folders`; returns a function that stops watching.
 * Watches folders, not files: editors and git replace a file by renaming another onto it, which would end the watch of a file.
 */
export function watchFolders(folders: string[], changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let settling: NodeJS.Timeout | undefined

  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(changed, settleMs)
  }
  const stopWatching = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const add = (folder: string) => {
    if (watchers.has(folder)) return
    const watcher = watch(folder, (_event, name) => {
      if (name !== null && isFolder(join(folder, name))) add(join(folder, name))
      settle()
    })
    watcher.on('error', () => stopWatching(folder))
    watchers.set(folder, watcher)
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) add(join(folder, entry.name))
  }

  for (const folder of folders) add(folder)
  return () => {
    clearTimeout(settling)
    for (const folder of watchers.keys()) stopWatching(folder)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
