// Another folder of this server, served by this server under /files/, or by a separate web server.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { StorageLocal } from '@shuyuan/contract/site/provider/prop-storage.ts'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import { type StorageProvider, moveInto } from '../kernel/storage.ts'

export function localStorageProvider({ localDir, url }: z.output<typeof StorageLocal>): StorageProvider {
  return {
    provider: 'local',
    url,
    folder: localDir,
    sendHosts: [],
    store: (path, key) => moveInto(localDir, path, key).catch(() => fail('storageRefused', sayServer('directoryUnwritable'))),
    remove: (key) => rm(join(localDir, key), { force: true }),
    async look(key, bytes) {
      const path = join(localDir, key)
      const found = await stat(path).catch(() => undefined)
      if (!found) return undefined
      const handle = await open(path)
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
        return { size: found.size, head: buffer.subarray(0, bytesRead) }
      } finally {
        await handle.close()
      }
    },
    grant: async () => fail('storageOther'),
  }
}
