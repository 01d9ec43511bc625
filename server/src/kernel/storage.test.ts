// Private files: in a folder that is not served, or at a storage provider under a secret key.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type StorageProvider, closePrivate, openStorage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'shuyuan-storage-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = new Date('2026-11-20T10:00:00Z')
let made = 0
function setUp(storageProvider?: Partial<StorageProvider>) {
  const home = join(folder, String(++made))
  const storage = openStorage(join(home, 'files'), join(home, 'private'))
  if (storageProvider) storage.useProviders(async () => storageProvider as StorageProvider)
  const given = join(folder, `given-${made}`)
  writeFileSync(given, 'picture')
  const store = () => storage.storePrivate(given, '.jpg', at, 'image/jpeg')
  return { home, storage, store }
}

/** Modes of a folder, of the folder of a key's month and of its file. */
const modes = (root: string, key: string) =>
  [root, join(root, dirname(key)), join(root, key)].map((path) => (statSync(path).mode & 0o777).toString(8))

test('private files of a version that left them open are closed at the start', async () => {
  const root = join(folder, 'open')
  const key = `202601/${'0'.repeat(32)}.jpg`
  mkdirSync(join(root, '202601'), { recursive: true, mode: 0o755 })
  writeFileSync(join(root, key), 'picture', { mode: 0o644 })
  await closePrivate(root)
  expect(modes(root, key)).toEqual(['700', '700', '600'])
})

test('a private file is stored outside the served folder, is found only by its key, and can be removed', async () => {
  // a served folder must not contain private files
  const { home, storage, store } = setUp({ folder: join(folder, 'elsewhere'), store: () => Promise.reject(new Error('served')) })
  const key = await store()
  expect(modes(join(home, 'private'), key)).toEqual(['700', '700', '600'])
  expect(readFileSync(join(home, 'private', key), 'utf8')).toBe('picture')
  expect(existsSync(join(home, 'files'))).toBe(false)
  expect(String(await storage.readPrivate(key, 100))).toBe('picture')
  expect(await storage.readPrivate(key, 3)).toBeUndefined()
  for (const odd of [`../private/${key}`, '../../given-1', `202611/${'0'.repeat(32)}.jpg`])
    expect(await storage.readPrivate(odd, 100)).toBeUndefined()
  await storage.removePrivate(key)
  expect(await storage.readPrivate(key, 100)).toBeUndefined()
})

test('with a cloud provider it is stored there, under a key without a public address', async () => {
  const there = new Map<string, Buffer>()
  const { home, storage, store } = setUp({
    store: async (path, key) => void there.set(key, readFileSync(path)),
    remove: async (key) => void there.delete(key),
    look: async (key) => {
      const head = there.get(key)
      return head && { size: head.length, head }
    },
  })
  const key = await store()
  expect([...there.keys()]).toEqual([key])
  expect(existsSync(join(home, 'private'))).toBe(false)
  expect(String(await storage.readPrivate(key, 100))).toBe('picture')
  await storage.removePrivate(key)
  expect(there.size).toBe(0)
})
