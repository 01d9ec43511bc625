// The files that another system kept beside its database.
import { constants, copyFile, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OldSite } from '../old-site.format.ts'

/** An address of the other system without host and query, its escapes decoded. */
function pathOf(address: string): string {
  const plain = address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Finds where the file of an address lies in a folder: the one whose path ends as the address does, at least with its last two parts or its only name. */
export async function placesIn(folder: string | undefined): Promise<(address: string) => string | undefined> {
  if (folder === undefined) return () => undefined
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const byName = Map.groupBy(paths, (path) => basename(path))
  return (address) => {
    const parts = pathOf(address)
      .split('/')
      .filter((one) => one !== '')
    const same = byName.get(parts.at(-1) ?? '') ?? []
    for (let from = 0; from < parts.length; from++) {
      const ending = `/${parts.slice(from).join('/')}`
      const fitting = same.filter((path) => path.endsWith(ending))
      const [path] = fitting
      // a bare name that several files have says nothing
      if (path !== undefined && (fitting.length === 1 || from < parts.length - 1)) return path
    }
    return undefined
  }
}

/** As placesIn, with the content of the file. */
export async function filesOf(folder: string | undefined): Promise<OldSite['fileOf']> {
  const placeOf = await placesIn(folder)
  return (address) => {
    const path = placeOf(address)
    return path === undefined ? undefined : { name: basename(path), read: () => readFile(path) }
  }
}

/** What copies the file of an address to a path; undefined where the folder has none. */
export const fileAt =
  (placeOf: (address: string) => string | undefined) =>
  (address: string): ((path: string) => Promise<void>) | undefined => {
    const place = placeOf(address)
    return place === undefined ? undefined : (path) => copyFile(place, path, constants.COPYFILE_FICLONE)
  }
