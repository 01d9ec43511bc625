// Where uploaded files lie: a folder of the data directory, by random name, so that an address cannot be guessed.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Storage = {
  root: string
  /** Takes a file over. @returns the address under which it is served */
  keep: (path: string, extension: string, at: Date) => Promise<string>
  remove: (url: string) => Promise<void>
}

export function localStorage(root: string): Storage {
  return {
    root,
    async keep(path, extension, at) {
      const key = `${at.toISOString().slice(0, 7).replace('-', '')}/${randomBytes(16).toString('hex')}${extension}`
      const target = join(root, key)
      await mkdir(dirname(target), { recursive: true })
      try {
        await rename(path, target)
      } catch {
        // another file system
        await copyFile(path, target)
        await rm(path, { force: true })
      }
      return `/files/${key}`
    },
    async remove(url) {
      const key = url.replace(/^\/files\//, '')
      if (/^\d{6}\/[\da-f]{32}\.[a-z\d]{1,8}$/.test(key)) await rm(join(root, key), { force: true })
    },
  }
}
