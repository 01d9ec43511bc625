// The table of docs/browsers.md: journeys in rows, engines in columns. A run replaces the column of its engine.
/** ✓: came to its end; ○: the engine cannot, and the page said so; ✗: it went wrong */
export type Seen = { mark: '✓' | '○' | '✗'; text: string }
/** `found`: the observations, by the title of the journey; `seconds`: undefined if it were some of the journeys only */
type Run = { name: string; version: string; seconds: number | undefined; found: ReadonlyMap<string, Seen> }

const [begin, end] = ['<!-- npm run engines -->', '<!-- end of npm run engines -->']
/** no run has filled the cell */
const NONE = '–'
/** so much of a failure is shown */
const MOST = 160
export const TITLES = ['Journey', 'Chromium', 'Firefox', 'WebKit'] as const
/** the last row */
export const VERSION = 'Browser, and seconds of the run'

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const cellOf = (text: string) => text.replaceAll('|', '/').replaceAll(/\s+/g, ' ').slice(0, MOST)

/** The rows of the table in a document, without the heads; a row begins with its title. */
export function rowsIn(document: string): string[][] {
  const table = document.slice(document.indexOf(begin) + begin.length, document.indexOf(end))
  const rows = table.split('\n').filter((row) => row.startsWith('| '))
  return rows.slice(1).map((row) => row.slice(2, -2).split(' | '))
}

/**
 * The document with the results of this run in the column of its engine; the others stay. `titles`: of all journeys, in the order of the table.
 * Some of the journeys change nothing if another version of the browser ran the others.
 */
export function withColumn(document: string, titles: readonly string[], { name, version, seconds, found }: Run): string {
  const older = new Map(rowsIn(document).map(([title = '', ...cells]) => [title, cells]))
  const column = TITLES.slice(1).findIndex((engine) => engine === name)
  const ran = older.get(VERSION)?.[column] ?? NONE
  if (seconds === undefined && !ran.startsWith(`${version}, `)) return document
  const row = (title: string, cell: string | undefined) => {
    const cells = TITLES.slice(1).map((_engine, at) =>
      at === column && cell !== undefined ? cellOf(cell) : (older.get(title)?.[at] ?? NONE),
    )
    return line([title, ...cells])
  }
  const rows = titles.map((title) => {
    const seen = found.get(title)
    return row(title, seen && `${seen.mark} ${seen.text}`)
  })
  const last = row(VERSION, seconds === undefined ? undefined : `${version}, ${seconds} s`)
  const table = [line(TITLES), `|${TITLES.map(() => '---|').join('')}`, ...rows, last]
  return `${document.slice(0, document.indexOf(begin))}${begin}\n\n${table.join('\n')}\n\n${document.slice(document.indexOf(end))}`
}
