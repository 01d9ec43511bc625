// What the recorders of the drill wrote, as their pages tell it, beside what the server has of it.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { BrowserContext } from '@playwright/test'
import { TOLD, type Told } from './page-script.ts'

export type Detail = Data<typeof evidence.detail>
type Run = { track: RecordTrack; startedAt: number; stopped: boolean; lastAt: number; pieces: Buffer[] }

/** Recorders in the order in which they began, by track. */
export class Made {
  readonly #runs = new Map<string, Run>()

  /** Listens to the pages of a context. @param camera the track of its camera */
  async follow(context: BrowserContext, camera: RecordTrack): Promise<void> {
    await context.exposeFunction(TOLD, (text: string) => {
      const { load, recorder, kind, event, at, bytes } = JSON.parse(text) as Told
      const track = kind === 'screen' ? RecordTrack.screen : camera
      const key = `${track}/${load}/${recorder}`
      const run = this.#runs.get(key) ?? { track, startedAt: 0, stopped: false, lastAt: 0, pieces: [] }
      this.#runs.set(key, run)
      if (event === 'start') run.startedAt = at
      if (event === 'stop') run.stopped = true
      if (event === 'data' && bytes !== '') run.pieces.push(Buffer.from(bytes, 'base64'))
      if (event === 'data') run.lastAt = at
    })
  }

  of(track: RecordTrack): Run[] {
    return [...this.#runs.values()].filter((run) => run.track === track && run.startedAt > 0).toSorted((a, b) => a.startedAt - b.startedAt)
  }

  get bytes(): number {
    return [...this.#runs.values()].reduce((sum, run) => sum + run.pieces.reduce((all, one) => all + one.length, 0), 0)
  }
}

/** The bytes of a part as a viewer gets them. */
export async function bytesOf(url: string, { address, bytes }: Detail['tracks'][number]['parts'][number]): Promise<Buffer> {
  const reply = await fetch(url + address, { headers: { range: `bytes=0-${bytes - 1}` } })
  if (reply.status !== 206) throw new Error(`a part is answered with ${reply.status}`)
  return Buffer.from(await reply.arrayBuffer())
}

export type Compared = { track: RecordTrack; part: number; made: number; stored: number; ended: boolean; equal: boolean }

/**
 * Compares each part with its recorder. One that a reload has cut may lack its last slice, or have a slice that the page could not tell any more: what
 * both have is equal then.
 */
export async function compare(url: string, { tracks }: Detail, made: Made): Promise<Compared[]> {
  const found: Compared[] = []
  for (const { track, parts } of tracks) {
    const runs = made.of(track)
    for (const [at, part] of parts.entries()) {
      const run = runs[at]
      const [source, stored] = [Buffer.concat(run?.pieces ?? []), await bytesOf(url, part)]
      const ended = run?.stopped === true
      const both = Math.min(source.length, stored.length)
      const last = run?.pieces.at(-1)?.length ?? 0
      const equal = ended
        ? source.equals(stored)
        : both > 0 && source.subarray(0, both).equals(stored.subarray(0, both)) && stored.length >= source.length - last
      found.push({ track, part: part.part, made: source.length, stored: stored.length, ended, equal })
    }
  }
  return found
}
