// The rules for documents that docs.test.ts applies to the repository and to deliberate violations. They take names and texts and read no files.
import { dirname, join, normalize } from 'node:path'

/** Files and folders of the repository, as paths from its root. */
export type Tree = ReadonlySet<string>

/** @param files paths from the root @returns the same and all folders above them */
export function treeOf(files: readonly string[]): Tree {
  const tree = new Set(files)
  for (const file of files) for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) tree.add(folder)
  return tree
}

const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```$/gm, '')

const ROOTS = /^(?:architecture|bench|contract|deploy|docs|e2e|scripts|server|web)\//
const SOURCE = /^[\w@.…*/-]+\.(?:tsx?|mts|cts|mjs|css|sql|md|ya?ml|service|svg|sh)$/
/** names that a reader replaces by their own, and files that only a build or an installation has */
const EXAMPLE =
  /[<>{}$]|^\.[a-z]|(?:^|\/)(?:x\.[a-z]|name-with-hyphens\.|(?:use)?Name(?:Page)?\.)|(?:^|\/)(?:node_modules|dist)\/|^deploy\/\.env$/

/** @returns the paths in backticks of a document: full ones, and short ones (`exam/entry/audience.service.ts`, `exam/…/x.ts`, `walls.ts`) */
export function pathsIn(text: string): string[] {
  const spans = [...withoutCode(text).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)
  return spans.filter((span) => (SOURCE.test(span) || (ROOTS.test(span) && !/\s/.test(span))) && !EXAMPLE.test(span))
}

/** @returns whether a path from the root, or the end of one, exists; `…` stands for any folders, `*` for a part of a name, `decisions/0012` for the record */
export function resolves(path: string, tree: Tree): boolean {
  const wanted = path.replace(/\/$/, '').replace(/:\d+$/, '')
  if (tree.has(wanted)) return true
  const start = /decisions\/\d{4}$/.test(wanted) ? '-' : ''
  const pattern = wanted
    .split(/([…*])/)
    .map((part) => ({ '…': '.*', '*': '[^/]*' })[part] ?? part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('')
  const end = new RegExp(`(?:^|/)${pattern}${start ? '-.*' : ''}$`)
  return [...tree].some((one) => end.test(one))
}

/** @returns paths in backticks of a document that do not exist */
export const missingPaths = (file: string, text: string, tree: Tree): string[] =>
  pathsIn(text)
    .filter((path) => !resolves(path, tree))
    .map((path) => `${file}: \`${path}\` does not exist; name the file as it is called now`)

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

/** @returns links of a document to files or headings that do not exist; `read` gives the text of another document */
export function brokenLinks(file: string, text: string, tree: Tree, read: (path: string) => string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link))
  return links.flatMap((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path ? normalize(join(dirname(file), path)).replace(/\/$/, '') : file
    if (!tree.has(target)) return [`${file}: the link ${link} leads nowhere`]
    if (!anchor || !target.endsWith('.md')) return []
    const anchors = [...withoutCode(read(target)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))
    return anchors.includes(anchor) ? [] : [`${file}: ${target} has no heading for the link ${link}`]
  })
}

/** @returns the sentences of a document; headings, code and addresses of links are left out, a cell of a table is a text of its own */
export function sentencesIn(text: string): string[] {
  const plain = withoutCode(text)
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`\n]+`/g, (span) => (/[.!?]`$/.test(span) ? 'code.' : 'code'))
    .replaceAll(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
  const texts = plain.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\|| · /)
  return texts.flatMap((one) => one.split(/(?<=[.!?。！？])(?:\s+|(?=[\u4e00-\u9fff]))/)).map((one) => one.replaceAll(/\s+/g, ' ').trim())
}

/** @returns sentences with more than 30 words, or more than 60 Chinese characters */
export const longSentences = (file: string, text: string): string[] =>
  sentencesIn(text).flatMap((sentence) => {
    const characters = [...sentence.matchAll(/\p{Script=Han}/gu)].length
    const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const length = `${words} words`
    if (words > 30) return [`${file}: ${length}, 30 at most; divide it: ${sentence.slice(0, 80)}…`]
    return characters > 60 ? [`${file}: ${characters} characters, 60 at most; divide it: ${sentence.slice(0, 40)}…`] : []
  })

/** @returns names in backticks of a document that no source has (`known`); only names in camelCase are looked at, with or without a call */
export const missingNames = (file: string, text: string, known: ReadonlySet<string>): string[] =>
  [...withoutCode(text).matchAll(/`(?:ctx\.(?:app\.)?)?([a-z]+(?:[A-Z]\w*)+)(?:\([^`]*\))?`/g)]
    .map(([, name]) => name!)
    .filter((name) => !known.has(name))
    .map((name) => `${file}: \`${name}\` is in no source; name it as it is called now`)

/** The first lines of a decision record: `# 12. Title`, an empty line, `Status: …`. */
const STATUS =
  /^Status: (?:in force|in force, except .+|in force \(records? .+\)|merged into \[record \d+\]\(.+\)|superseded by \[record \d+\]\(.+\)|no longer holds: .+)$/

/** @returns what a decision record lacks: a status line after its heading, a line in the index */
export function recordFaults(file: string, text: string, index: string): string[] {
  const name = file.split('/').at(-1)!
  const status = text.split('\n')[2] ?? ''
  return [
    ...(STATUS.test(status)
      ? []
      : [
          `${file}: the third line is its status: "Status: in force", "Status: superseded by [record N](file)" or "Status: no longer holds: why"`,
        ]),
    ...(index.includes(`](${name})`) ? [] : [`${file}: name it in docs/decisions/README.md`]),
  ]
}

/** @returns decision records that a text names (`docs/decisions/0012`) and that do not exist */
export const missingRecords = (file: string, text: string, tree: Tree): string[] =>
  [...text.matchAll(/decisions\/(\d{4})/g)]
    .map(([, number]) => number!)
    .filter((number) => ![...tree].some((one) => one.startsWith(`docs/decisions/${number}-`)))
    .map((number) => `${file}: there is no decision record ${number}`)

/** @returns the tables of a document, each row as its code and numbers: the parts that are the same in every language */
export const tablesIn = (text: string): string[][][] =>
  [...withoutCode(text).matchAll(/(?:^\|.*\n?)+/gm)].map(([table]) =>
    table
      .trim()
      .split('\n')
      .map((row) => [...row.matchAll(/`[^`]+`|\b\d+(?:\.\d+)?\b/g)].map(([part]) => part).toSorted()),
  )
