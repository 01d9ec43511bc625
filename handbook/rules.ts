// The rules for chapters that architecture/handbook.test.ts applies to the repository and to deliberate violations.
import type { Chapter } from './format.ts'

const MOST_LINES = 120
const HEADS = ['什么时候用', '步骤', '常见问题']

/** @returns what the form of a chapter lacks; `source` is its text */
export function formFaults({ file, heads, html }: Chapter, source: string): string[] {
  const lines = source.trimEnd().split('\n').length
  const places = HEADS.map((head) => heads.indexOf(head))
  return [
    ...(lines > MOST_LINES ? [`${file}: ${lines} lines, ${MOST_LINES} at most; divide it by task`] : []),
    ...HEADS.filter((_head, at) => places[at] === -1).map((head) => `${file}: has no heading “## ${head}”`),
    ...(places.includes(-1) || (places[0]! < places[1]! && places[1]! < places[2]!)
      ? []
      : [`${file}: its headings are in the order ${HEADS.join('、')}`]),
    ...(html.includes('<ol>') ? [] : [`${file}: has no numbered steps`]),
  ]
}

/** The menus of the product: a title with those below it. */
export type Titles = { title: string; below: Titles[] }

const isPath = (parts: readonly string[], menus: readonly Titles[]): boolean =>
  menus.some((menu) => startsPath(parts, menu) || isPath(parts, menu.below))
const startsPath = ([part, ...rest]: readonly string[], { title, below }: Titles): boolean =>
  part === title && (rest.length === 0 || below.length === 0 || below.some((one) => startsPath(rest, one)))

/** Texts with gaps as patterns; a gap alone would fit everything. */
function patternsOf(texts: ReadonlySet<string>): RegExp[] {
  const withGaps = [...texts].filter((text) => text.includes('{{') && text.replaceAll(/\{\{[^}]*\}\}/g, '').length > 1)
  return withGaps.map((text) => {
    const parts = text.split(/\{\{[^}]*\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return new RegExp(`^${parts.join('.+')}$`)
  })
}

/**
 * Tells which words in 「…」 are no texts of the interface. 「考试 › 考试管理」 is a way through the menus; behind a page follow texts of it.
 * @param texts all texts of pages, labels and messages
 */
export function wordRule(texts: ReadonlySet<string>, menus: readonly Titles[]): (chapter: Pick<Chapter, 'file' | 'html'>) => string[] {
  const patterns = patternsOf(texts)
  const isText = (text: string) => texts.has(text) || patterns.some((pattern) => pattern.test(text))
  return ({ file, html }) => {
    const plain = html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#123;', '{')
      .replaceAll('&amp;', '&')
    const words = [...plain.matchAll(/「([^」]*)」/g)].map(([, word]) => word!)
    return [...new Set(words)].flatMap((word) => {
      const parts = word.split(' › ')
      if (!parts.every(isText)) return [`${file}: 「${word}」 is no text of the interface; write it as the page does, or without 「」`]
      return parts.length === 1 || isPath(parts, menus) ? [] : [`${file}: 「${word}」 is no way through the menus`]
    })
  }
}

/** @returns commands and variables in code that do not exist */
export function commandFaults(
  { file, html }: Pick<Chapter, 'file' | 'html'>,
  scripts: ReadonlySet<string>,
  variables: ReadonlySet<string>,
): string[] {
  const code = [...html.matchAll(/<code>([^]*?)<\/code>/g)].map(([, text]) => text!)
  const wrong = code.flatMap((text) => [
    ...[...text.matchAll(/npm run ([\w:-]+)/g)]
      .map(([, name]) => name!)
      .filter((name) => !scripts.has(name))
      .map((name) => `npm run ${name}`),
    ...[...text.matchAll(/(?<![\w/.-])[A-Z]+(?:_[A-Z]+)+(?![\w.])/g)].map(([name]) => name).filter((name) => !variables.has(name)),
  ])
  return wrong.map((name) => `${file}: ${name} does not exist`)
}

/** @returns pages without a chapter or a reason, with two, and unknown ones */
export function pageFaults(
  chapters: readonly Pick<Chapter, 'file' | 'pages'>[],
  without: readonly string[],
  pages: ReadonlySet<string>,
): string[] {
  const places = new Map<string, string[]>()
  const add = (page: string, place: string) => places.set(page, [...(places.get(page) ?? []), place])
  for (const { file, pages } of chapters) for (const page of pages) add(page, file)
  for (const page of without) add(page, 'handbook/without.ts')
  return [
    ...[...pages]
      .filter((page) => !places.has(page))
      .map((page) => `${page}: name it in the chapter that explains it, or in handbook/without.ts`),
    ...[...places].filter(([page]) => !pages.has(page)).map(([page, where]) => `${where.join(', ')}: there is no page ${page}`),
    ...[...places].filter(([, where]) => where.length > 1).map(([page, where]) => `${page}: is in ${where.join(' and ')}`),
  ]
}
