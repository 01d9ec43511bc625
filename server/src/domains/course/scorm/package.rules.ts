// What the files of an archive tell about how it is played.
import type { PackageNote } from '@shuyuan/contract/course/file/file.ts'
import { isPage } from './frame.rules.ts'

export const MOST_PAGE = 1024 * 1024
const MOST_PAGES = 300

/** A course of another standard by the file that describes it, at the root or in the only folder; none for an archive of anything else. */
export function otherFormatOf(names: readonly string[]): PackageNote[] {
  const files = names.filter((name) => name.split('/').length <= 2).map((name) => name.toLowerCase().split('/').at(-1) ?? '')
  if (files.includes('cmi5.xml')) return ['cmi5']
  if (files.includes('tincan.xml')) return ['xapi']
  if (files.some((name) => name.endsWith('.au')) && files.some((name) => name.endsWith('.crs'))) return ['aicc']
  return files.includes('imsmanifest.xml') ? ['otherManifest'] : []
}

/** Whether a page has frames that show other pages of its package, or opens windows: these may call one another. */
export function hasWindows(page: string): boolean {
  const text = page.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
  const frames = text.match(/<i?frame\b[^>]*>/gi) ?? []
  return frames.some((tag) => !/\ssrc\s*=\s*(?:["']\s*)?(?:https?:)?\/\//i.test(tag)) || /\bwindow\.open\s*\(/.test(text)
}

/**
 * The first page with frames or windows; undefined for none among the first 300 pages.
 * @param read the content; fails for a page that is larger than it reads, which is passed over
 */
export async function findWindowed(names: readonly string[], read: (name: string) => Promise<Buffer>): Promise<string | undefined> {
  for (const name of names.filter(isPage).slice(0, MOST_PAGES)) {
    const page = await read(name).catch(() => undefined)
    if (page && hasWindows(page.toString('latin1'))) return name
  }
  return undefined
}
