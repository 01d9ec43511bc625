// A browser of one engine, as the journeys of `npm run engines` use it.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export type EnginePage = {
  /** of the browser, as it names it */
  version: string
  goto: (url: string) => Promise<void>
  /** Loads the open page again, as its button does. */
  reload: () => Promise<void>
  /** Runs the body of an async function in the open page. @returns what it returns; throws what it throws */
  run: <T>(body: string) => Promise<T>
  /** Clicks as a mouse does, so that the page may ask for full screen and play sound. Pixels of the viewport. */
  click: (x: number, y: number) => Promise<void>
  /** Changes the width of the viewport. A browser window has a least width, which may be greater. */
  resize: (width: number, height: number) => Promise<void>
  close: () => Promise<void>
}
export type Engine = {
  name: string
  /** the packages of Debian with it */
  packages: string
  /** Opens the browser with a pretended camera and microphone. undefined where it is not installed */
  open: (() => Promise<EnginePage>) | undefined
}
/** of a desktop, in pixels */
export const desktop = [1_280, 860] as const

/** The path of a program; undefined if there is none. */
export function programOf(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

const AGAIN_MS = 200
/** Asks again until the answer is not undefined. @throws with `what` after this many seconds */
export async function until<T>(what: string, seconds: number, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`not within ${seconds} seconds: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
