// The format of a chapter: a head with title and pages, then a small part of Markdown, as HTML. What is not in it is refused, with its line.
export const audiences = ['admin', 'teacher', 'proctor', 'learner', 'operate'] as const
export type Audience = (typeof audiences)[number]

export type Chapter = {
  /** its address below `/help/`, for example `teacher/publish-exam` */
  id: string
  /** the path from `handbook/zh` */
  file: string
  audience: Audience
  title: string
  /** keys of the pages whose help it is */
  pages: string[]
  html: string
  heads: string[]
  /** names of its pictures, with what they show */
  images: { name: string; alt: string }[]
  /** as written, from the root of the repository's handbook folder */
  links: string[]
}

const NAME = /^(admin|teacher|proctor|learner|operate)\/\d\d-([a-z0-9-]+)\.md$/

/** The address of a chapter file (`teacher/06-publish-exam.md`); throws for another form of name. */
export function idOf(file: string): string {
  const found = NAME.exec(file)
  if (!found) throw new Error(`${file}: a chapter is called <handbook>/<two digits>-<name>.md`)
  return `${found[1]}/${found[2]}`
}

/** Whether a picture shows a phone. */
export const isOfPhone = (name: string): boolean => name.endsWith('-phone')
/** The size of a picture in pixels. */
export const pictureSize = (name: string) => (isOfPhone(name) ? { width: 390, height: 760 } : { width: 1280, height: 800 })

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What a text within a line may link to: a chapter beside it, a document of the repository, an address of the web. */
function linkOf(file: string, text: string, target: string, links: string[]): string {
  links.push(target)
  if (target.startsWith('https://')) return `<a href="${escaped(target)}" target="_blank" rel="noreferrer">${text}</a>`
  const chapter = /^(?:\.\.\/(\w+)\/)?(\d\d-[a-z0-9-]+\.md)$/.exec(target)
  if (chapter) return `<a href="/help/${idOf(`${chapter[1] ?? file.split('/', 1)[0]}/${chapter[2]}`)}">${text}</a>`
  const document = /^(?:\.\.\/){3}((?:docs\/)?[\w./-]+)(?:#.*)?$/.exec(target)
  if (document) return `${text}（<code>${document[1]}</code>）`
  throw new Error(`${file}: a link to ${target} is no chapter, no document and no https address`)
}

/** Code, strong text and links within a line. */
function inline(file: string, source: string, links: string[]): string {
  return source
    .split(/(`[^`]+`)/)
    .map((part, at) => {
      // in code a gap is meant as it is written
      if (at % 2 === 1) return `<code>${escaped(part.slice(1, -1)).replaceAll('{', '&#123;')}</code>`
      return escaped(part)
        .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_all, text: string, target: string) => linkOf(file, text, target, links))
        .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    })
    .join('')
}

type Block = { kind: 'head' | 'ordered' | 'bullets' | 'code' | 'table' | 'note' | 'image' | 'text'; lines: string[]; at: number }
const kinds: [Block['kind'], RegExp][] = [
  ['head', /^## \S/],
  ['ordered', /^\d+\. \S/],
  ['bullets', /^- \S/],
  ['code', /^```/],
  ['table', /^\|/],
  ['note', /^> \S/],
  ['image', /^!\[/],
  ['text', /^(?![#>|\s]|[*+] |<)\S/],
]

/** The only gap of a chapter is the name of the site, which the reader fills. */
const hasOtherGap = (text: string) => text.replaceAll('{{site}}', '').includes('{{')

/** Blocks are separated by empty lines; a list may continue in indented lines. */
function blocksOf(file: string, lines: string[], first: number): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let fenced = false
  for (const [at, line] of lines.entries()) {
    if (fenced) {
      if (line.startsWith('```')) fenced = false
      else open?.lines.push(line)
      continue
    }
    const isList = open?.kind === 'ordered' || open?.kind === 'bullets'
    if (line.trim() === '') {
      if (!isList) open = undefined
      continue
    }
    if (isList && /^ {2,3}\S/.test(line)) {
      open?.lines.push(line)
      continue
    }
    const kind = kinds.find(([, form]) => form.test(line))?.[0]
    if (kind === undefined || hasOtherGap(line)) throw new Error(`${file}:${first + at}: not in the format of chapters: ${line}`)
    if (open?.kind === kind && kind !== 'head' && kind !== 'image') open.lines.push(line)
    else blocks.push((open = { kind, lines: kind === 'code' ? [] : [line], at: first + at }))
    if (kind === 'code') fenced = true
  }
  return blocks
}

/** Items of a list; lines indented below one are a list inside it. */
function listOf(lines: readonly string[], write: (text: string) => string): string {
  const items: { text: string; inner: string[] }[] = []
  for (const line of lines) {
    const item = /^(?:\d+\.|-) (.*)$/.exec(line)
    if (item) items.push({ text: item[1]!, inner: [] })
    else items.at(-1)?.inner.push(line.trim())
  }
  return items
    .map(({ text, inner }) => {
      const below = inner.length === 0 ? '' : `<ul>${inner.map((one) => `<li>${write(one.replace(/^- /, ''))}</li>`).join('')}</ul>`
      return `<li>${write(text)}${below}</li>`
    })
    .join('')
}

const cellsOf = (row: string) => row.replace(/^\|\s*|\s*\|$/g, '').split(/\s*\|\s*/)

function tableOf([head = '', , ...rows]: readonly string[], write: (text: string) => string): string {
  const line = (cells: string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${write(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${line(cellsOf(head), 'th')}</thead><tbody>${rows.map((row) => line(cellsOf(row), 'td')).join('')}</tbody></table>`
}

/** The head between two lines `---`: `title: …` and `pages: [a, b]`. */
function headOf(file: string, lines: readonly string[]): { title: string; pages: string[]; length: number } {
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---' || end === -1) throw new Error(`${file}: a chapter begins with its title between two lines ---`)
  const head = lines.slice(1, end).join('\n')
  const title = /^title: (.+)$/m.exec(head)?.[1]?.trim()
  if (title === undefined) throw new Error(`${file}: its head lacks title:`)
  const pages = (/^pages:([^]*)$/m.exec(head)?.[1] ?? '').match(/[\w/]+/g) ?? []
  return { title, pages, length: end + 1 }
}

/**
 * Reads a chapter.
 * @param file its path below `handbook/zh`
 * @returns its head and its HTML; pictures have the address `image:<name>`, which the reader replaces
 * @throws naming the line that is not in the format
 */
export function chapterOf(file: string, source: string): Chapter {
  const lines = source.trimEnd().split(/\r?\n/)
  const { title, pages, length } = headOf(file, lines)
  const chapter: Chapter = {
    id: idOf(file),
    file,
    audience: file.split('/', 1)[0] as Audience,
    title,
    pages,
    html: '',
    heads: [],
    images: [],
    links: [],
  }
  const write = (text: string) => inline(file, text, chapter.links)
  const shapes: Record<Block['kind'], (block: Block) => string> = {
    head: ({ lines: [line = ''] }) => `<h2 id="h-${chapter.heads.push(line.slice(3))}">${write(line.slice(3))}</h2>`,
    ordered: (block) => `<ol>${listOf(block.lines, write)}</ol>`,
    bullets: (block) => `<ul>${listOf(block.lines, write)}</ul>`,
    code: (block) => `<pre tabindex="0"><code>${escaped(block.lines.join('\n'))}</code></pre>`,
    table: (block) => tableOf(block.lines, write),
    note: (block) => `<blockquote>${write(block.lines.map((line) => line.slice(2)).join(''))}</blockquote>`,
    image: ({ lines: [line = ''], at }) => {
      const [, alt, name] = /^!\[([^\]]+)\]\((?:\.\.\/){2}images\/([a-z0-9-]+)\.png\)$/.exec(line) ?? []
      if (alt === undefined || name === undefined) throw new Error(`${file}:${at}: a picture is ![what it shows](../../images/name.png)`)
      chapter.images.push({ name, alt })
      const { width, height } = pictureSize(name)
      return `<img src="image:${name}" alt="${escaped(alt)}" loading="lazy" width="${width}" height="${height}">`
    },
    text: (block) => `<p>${write(block.lines.join(''))}</p>`,
  }
  chapter.html = blocksOf(file, lines.slice(length), length + 1)
    .map((block) => shapes[block.kind](block))
    .join('\n')
  return chapter
}
