// Which file the viewer shows, and the page at which it was left.
import * as z from 'zod'

const FOLDER = '/files/'

/**
 * The address in `?file=`, with its query (a signed address has one).
 * @returns undefined for anything but an uploaded file of this site, so that a link cannot show another site's file under this site's name
 */
export function fileIn(search: string, origin: string): string | undefined {
  const given = new URLSearchParams(search).get('file') ?? ''
  if (!given.startsWith('/') && !given.startsWith(`${origin}/`)) return undefined
  const url = URL.parse(given, origin)
  return url?.origin === origin && url.pathname.startsWith(FOLDER) ? url.pathname + url.search : undefined
}

const KEY = 'pdfPages'
const MOST = 50
const Pages = z.array(z.tuple([z.string(), z.int().min(1)]))
/** A signature changes with every address, the path does not. */
const pathOf = (file: string) => file.split('?')[0] ?? file

function stored(): z.infer<typeof Pages> {
  try {
    return Pages.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

/** The page at which this file was left in this browser; 1 for a file that was not opened before. */
export const storedPage = (file: string): number => stored().find(([path]) => path === pathOf(file))?.[1] ?? 1

/** Stores the page of the file, for the latest 50 files. */
export function storePage(file: string, page: number) {
  const others = stored().filter(([path]) => path !== pathOf(file))
  localStorage.setItem(KEY, JSON.stringify([[pathOf(file), page], ...others].slice(0, MOST)))
}
