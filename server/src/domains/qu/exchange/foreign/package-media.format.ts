// Pictures and sounds of a package that its texts use.
import { basename } from 'node:path'
import { fileAddress, type ReadFile } from '../exchange.rules.ts'

/** Collects the files that texts use, each once, and the names of those that the package lacks. */
export class PackageMedia {
  readonly files: ReadFile[] = []
  readonly missing = new Set<string>()
  readonly #keys = new Map<string, string>()
  readonly #find: (path: string) => Uint8Array | undefined

  constructor(find: (path: string) => Uint8Array | undefined) {
    this.#find = find
  }

  /** The address of a file in texts; undefined where the package lacks it. */
  address(path: string): string | undefined {
    const known = this.#keys.get(path)
    if (known !== undefined) return fileAddress(known)
    const bytes = this.#find(path)
    if (!bytes) {
      this.missing.add(path)
      return undefined
    }
    const key = String(this.files.length)
    this.files.push({ key, name: basename(path), bytes })
    this.#keys.set(path, key)
    return fileAddress(key)
  }

  /** HTML with the addresses of files of the package; complete addresses stay. */
  placed(html: string): string {
    return html.replaceAll(/(?<=\ssrc=["'])(?!\w+:|\/)[^"'#?]+/g, (path) => this.address(decoded(path)) ?? path)
  }

  picture(path: string, alt = ''): string {
    const address = /^https?:\/\//.test(path) ? path : this.address(path)
    return address === undefined ? '' : `<p><img src="${escape(address)}" alt="${escape(alt)}"></p>`
  }
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path.replaceAll('&amp;', '&'))
  } catch {
    return path
  }
}
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** Text of any lines as paragraphs. */
export const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escape(line.trim())}</p>`)
    .join('')
