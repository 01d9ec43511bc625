// Shows a part of single pictures on the axis: the picture before each place, fetched some at a time.
import { picturesIn } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { clusterAt, type Part } from './axis.ts'
import type { Shown } from './track-player.ts'

/** Pictures of one request. */
const AT_ONCE = 12
/** Pictures that are kept before they are fetched anew. */
const MOST_KEPT = 60

type Fetch = (part: Part, from: number, to: number) => Promise<ArrayBuffer>

export class PicturePlayer {
  readonly #image: HTMLImageElement
  readonly #fetch: Fetch
  /** addresses of pictures by part and position, the oldest first */
  readonly #kept = new Map<string, string>()
  #loading = false
  #isFailed = false

  constructor(image: HTMLImageElement, fetchBytes: Fetch) {
    this.#image = image
    this.#fetch = fetchBytes
  }

  /** Shows the picture of this place. @returns what is to be seen there */
  show(part: Part, atMs: number): Shown {
    const index = Math.max(0, clusterAt(part, atMs - part.zeroMs))
    const [at] = part.clusters[index] ?? []
    if (at === undefined || part.address === '') return 'hole'
    const address = this.#kept.get(keyOf(part, at))
    const ahead = part.clusters[Math.min(part.clusters.length - 1, index + AT_ONCE / 2)]
    const isShort = ahead !== undefined && !this.#kept.has(keyOf(part, ahead[0]))
    if (!this.#isFailed && (address === undefined || isShort)) void this.#load(part, index)
    if (address === undefined) return this.#isFailed ? 'failed' : 'loading'
    if (this.#image.getAttribute('src') !== address) this.#image.src = address
    return 'picture'
  }

  async #load(part: Part, index: number) {
    if (this.#loading) return
    this.#loading = true
    try {
      const begin = part.clusters.findIndex(([at], no) => no >= index && !this.#kept.has(keyOf(part, at)))
      const some = begin < 0 ? [] : part.clusters.slice(begin, begin + AT_ONCE)
      const [first] = some
      if (!first) return
      const end = part.clusters[begin + AT_ONCE]?.[0] ?? part.bytes
      const pictures = picturesIn(new Uint8Array(await this.#fetch(part, first[0], end)))
      pictures.forEach(({ jpeg }, no) => {
        const place = some[no]
        if (place) this.#keep(keyOf(part, place[0]), jpeg)
      })
    } catch {
      this.#isFailed = true
    } finally {
      this.#loading = false
    }
  }

  #keep(key: string, jpeg: Uint8Array) {
    if (this.#kept.has(key)) return
    this.#kept.set(key, URL.createObjectURL(new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })))
    for (const [old, address] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(old)
      URL.revokeObjectURL(address)
    }
  }

  close() {
    for (const address of this.#kept.values()) URL.revokeObjectURL(address)
    this.#kept.clear()
    this.#image.removeAttribute('src')
  }
}

const keyOf = (part: Part, at: number) => `${part.id}/${at}`
