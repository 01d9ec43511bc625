// Room of this browser for what a recorder writes while the server cannot be reached.
import { recordBits } from '@shuyuan/contract/exam/record-settings.ts'

const MB = 1_024 * 1_024
/** A browser should be able to keep so much. */
const MINUTES = 10

type Recorded = { camera: boolean; sound: boolean; screen: boolean }
/** none: nothing can be kept, as in private windows of some browsers; little: less than ten minutes. Megabytes. */
export type Space = { kind: 'enough' } | { kind: 'none' } | { kind: 'little'; free: number; needed: number }

/** Megabytes of ten minutes, at the most that recorders are asked for; the phone keeps its own. */
export function megabytesNeeded({ camera, sound, screen }: Recorded): number {
  const bits = (camera ? recordBits.camera + (sound ? recordBits.sound : 0) : 0) + (screen ? recordBits.screen : 0)
  return Math.ceil((bits * MINUTES * 60) / 8 / MB)
}

const canOpen = () =>
  new Promise<boolean>((resolve) => {
    try {
      const request = indexedDB.open('exam-record-look', 1)
      request.addEventListener('error', () => resolve(false))
      request.addEventListener('blocked', () => resolve(false))
      request.addEventListener('success', () => {
        request.result.close()
        indexedDB.deleteDatabase('exam-record-look')
        resolve(true)
      })
    } catch {
      resolve(false)
    }
  })

/** What this browser can keep of such a recording. One that does not say how much it has is believed. */
export async function lookForSpace(what: Recorded): Promise<Space> {
  const needed = megabytesNeeded(what)
  if (needed === 0) return { kind: 'enough' }
  if (!(await canOpen())) return { kind: 'none' }
  const storage = navigator.storage as StorageManager | undefined
  const { quota, usage = 0 } = (await storage?.estimate?.().catch(() => undefined)) ?? {}
  if (quota === undefined) return { kind: 'enough' }
  const free = Math.max(0, Math.floor((quota - usage) / MB))
  return free < needed ? { kind: 'little', free, needed } : { kind: 'enough' }
}

/** Asks the browser to keep stored pieces when its disk is short. It may refuse, which changes nothing else. */
export async function askToKeep(): Promise<boolean> {
  const storage = navigator.storage as StorageManager | undefined
  return (await storage?.persist?.().catch(() => false)) ?? false
}
