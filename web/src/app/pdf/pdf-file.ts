// Which file the viewer shows, and the page and zoom at which it was left.
import * as z from '@shuyuan/contract/kernel/z.ts'

const FOLDER = '/files/'

/**
 * The address in `?file=`, with its query (a signed address has one).
 * @returns undefined for anything but an uploaded file of this site, so that a link cannot show another site's file under this site's name
 */
export function fileIn(search: string, origin: string): string | undefined {
  const given = new URLSearchParams(search).get('file') ?? ''
  if (!given.startsWith('/') && !given.startsWith(`${origin}/`)) return undefined
  const url = URL.canParse(given, origin) ? new URL(given, origin) : undefined
  return url?.origin === origin && url.pathname.startsWith(FOLDER) ? url.pathname + url.search : undefined
}

const MAX_FILES = 50
const Numbers = z.array(z.tuple([z.string(), z.int().min(1)]))
type Numbers = z.infer<typeof Numbers>
type Key = 'pdfPages' | 'pdfZooms'
/** A signature changes with every address, the path does not. */
const pathOf = (file: string) => file.split('?')[0] ?? file

function stored(key: Key): Numbers {
  try {
    return Numbers.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

/** Stores a number of the file, for the latest 50 files; undefined: none. */
function write(key: Key, file: string, value: number | undefined) {
  const others = stored(key).filter(([path]) => path !== pathOf(file))
  const own: Numbers = value === undefined ? [] : [[pathOf(file), value]]
  localStorage.setItem(key, JSON.stringify([...own, ...others].slice(0, MAX_FILES)))
}
const read = (key: Key, file: string) => stored(key).find(([path]) => path === pathOf(file))?.[1]

/** The page that the address names, as `#page=3`; undefined: none. */
export const askedPage = (hash: string): number | undefined => {
  const given = /^#page=([1-9]\d{0,4})$/.exec(hash)?.[1]
  return given === undefined ? undefined : Number(given)
}

/** The page at which this file was left in this browser; 1 for a file that was not opened before. */
export const storedPage = (file: string): number => read('pdfPages', file) ?? 1
export const storePage = (file: string, page: number): void => write('pdfPages', file, page)

/** The zoom in percent that was chosen for this file in this browser; undefined: it fits the width. */
export const storedZoom = (file: string): number | undefined => read('pdfZooms', file)
export const storeZoom = (file: string, percent: number | undefined): void => write('pdfZooms', file, percent)
