// imsmanifest.xml: which parts a SCORM package has, and with which page each begins.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { scormLimits } from '@shuyuan/contract/course/scorm/scorm.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { XMLParser } from 'fast-xml-parser'

export const MANIFEST = 'imsmanifest.xml'
export type ScormVersion = '1.2' | '2004'
export type ScormItem = {
  id: string
  title: string
  /** the page with its query, relative to the package */
  href: string
  depth: number
  /** a plain page that reports nothing: opening it completes it */
  isAsset: boolean
  /** the score from 0 to 100 that passes, as the manifest names it */
  mastery: number | null
  launchData: string
}
export type Manifest = { version: ScormVersion; items: ScormItem[] }
/** `none`: a manifest of something else than SCORM */
export type ManifestRead = Manifest | { refused: Message } | 'none'

export type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string }
type Raw = { [name: string]: Raw[] | string | Record<string, string> }
const MOST_TITLE = 300
const MOST_ID = 200
const MOST_LAUNCH_DATA = 4_096
const MOST_DEPTH = 20

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
})

function nodesOf(raw: Raw): Node[] {
  const [name] = Object.keys(raw).filter((key) => key !== ':@')
  const inner = name === undefined ? undefined : raw[name]
  if (name === undefined || !Array.isArray(inner)) return []
  const text = inner.map((one) => (typeof one['#text'] === 'string' ? one['#text'] : '')).join('')
  const attributes = Object.fromEntries(
    Object.entries((raw[':@'] ?? {}) as Record<string, string>).map(([key, value]) => [key.toLowerCase(), value]),
  )
  return [{ name: name.toLowerCase(), attributes, children: inner.flatMap(nodesOf), text: text.trim() }]
}

export const child = (node: Node | undefined, name: string) => node?.children.find((one) => one.name === name)
export const children = (node: Node | undefined, name: string) => node?.children.filter((one) => one.name === name) ?? []

/** Without a DOCTYPE, because entities of one's own allow expansion attacks. */
export function rootOf(text: string): Node | undefined {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined
  try {
    return (parser.parse(text) as Raw[]).flatMap(nodesOf).find((one) => one.name === 'manifest')
  } catch {
    return undefined
  }
}

/** By the manifest's own word, else by the namespaces that only one of both uses; `none` where nothing speaks of SCORM. */
function versionOf(root: Node, text: string): ScormVersion | 'unknown' | 'none' {
  const metadata = child(root, 'metadata')
  const named = child(metadata, 'schemaversion')?.text ?? ''
  if (/^1\.2$/.test(named)) return '1.2'
  if (/2004|^CAM 1\.3$|^1\.3$/i.test(named)) return '2004'
  if (/adlcp_v1p3|adlseq_v1p3/.test(text)) return '2004'
  if (/adlcp_rootv1p2|adlcp_v1p2/.test(text)) return '1.2'
  return /adl ?scorm/i.test(child(metadata, 'schema')?.text ?? '') ? 'unknown' : 'none'
}

/** The path of a page within the package; undefined for an address elsewhere. */
function pageOf(bases: readonly string[], href: string, parameters: string): string | undefined {
  const root = 'http://package.invalid/root/'
  try {
    const place = bases.reduce((base, one) => new URL(one, base).href, root)
    const url = new URL(href, place)
    if (!url.href.startsWith(root) || url.href === root) return undefined
    const more = parameters.replace(/^[?&]/, '')
    const query = [url.search.slice(1), more.startsWith('#') ? '' : more].filter((one) => one !== '').join('&')
    return url.pathname.slice('/root/'.length) + (query === '' ? '' : `?${query}`) + (more.startsWith('#') ? more : url.hash)
  } catch {
    return undefined
  }
}

/** The name in the archive of the page of an item. Throws URIError for an address that is no text. */
export const fileOfPage = (href: string): string => decodeURIComponent(href.split(/[?#]/, 1)[0] ?? '')

function masteryOf(item: Node, version: ScormVersion): number | null {
  if (version === '1.2') {
    const score = child(item, 'masteryscore')?.text ?? ''
    return /^\d{1,3}(?:\.\d+)?$/.test(score) && Number(score) <= 100 ? Number(score) : null
  }
  const objective = child(child(child(item, 'sequencing'), 'objectives'), 'primaryobjective')
  const measure = child(objective, 'minnormalizedmeasure')?.text ?? ''
  const isUsed = objective?.attributes['satisfiedbymeasure'] === 'true'
  return isUsed && /^[01](?:\.\d+)?$/.test(measure) && Number(measure) <= 1 ? Math.round(Number(measure) * 10_000) / 100 : null
}

/** The organization that the manifest names as its default, else its first. */
export function chosenOrganization(root: Node | undefined): Node | undefined {
  const organizations = child(root, 'organizations')
  const all = children(organizations, 'organization')
  return all.find((one) => one.attributes['identifier'] === organizations?.attributes['default']) ?? all[0]
}

class Collector {
  readonly items: ScormItem[] = []
  readonly #version: ScormVersion
  readonly #resources: Map<string, Node>
  readonly #bases: string[]

  constructor(root: Node, version: ScormVersion) {
    const resources = child(root, 'resources')
    this.#version = version
    this.#resources = new Map(children(resources, 'resource').map((one) => [one.attributes['identifier'] ?? '', one]))
    this.#bases = [root, resources].map((one) => one?.attributes['base'] ?? '')
  }

  add(item: Node, depth: number) {
    if (depth > MOST_DEPTH || this.items.length > scormLimits.items) return
    const resource = this.#resources.get(item.attributes['identifierref'] ?? '')
    const { href = '', base = '', scormtype = 'sco' } = resource?.attributes ?? {}
    const page = resource && href !== '' ? pageOf([...this.#bases, base], href, item.attributes['parameters'] ?? '') : undefined
    const id = (item.attributes['identifier'] ?? '').slice(0, MOST_ID)
    if (page !== undefined && !this.items.some((one) => one.id === id))
      this.items.push({
        id,
        title: (child(item, 'title')?.text || id).slice(0, MOST_TITLE),
        href: page,
        depth: Math.max(0, depth - 1),
        isAsset: scormtype.toLowerCase() === 'asset',
        mastery: masteryOf(item, this.#version),
        launchData: (child(item, 'datafromlms')?.text ?? '').slice(0, MOST_LAUNCH_DATA),
      })
    for (const one of children(item, 'item')) this.add(one, depth + 1)
  }

  /** A package without an organization: each resource that reports is a part. */
  addResources() {
    for (const [identifier, { attributes }] of this.#resources)
      if (attributes['scormtype']?.toLowerCase() === 'sco')
        this.add({ name: 'item', attributes: { identifier, identifierref: identifier }, children: [], text: '' }, 1)
  }
}

/** Reads a manifest. The names of `isThere` are those of the archive, relative to the manifest. */
export function readManifest(text: string, isThere: (name: string) => boolean): ManifestRead {
  const root = rootOf(text)
  if (!root) return { refused: say('scormManifestBroken') }
  const version = versionOf(root, text)
  if (version === 'none') return 'none'
  if (version === 'unknown') return { refused: say('scormVersionUnknown') }
  const collector = new Collector(root, version)
  for (const item of children(chosenOrganization(root), 'item')) collector.add(item, 1)
  const { items } = collector
  if (items.length === 0 && !chosenOrganization(root)) collector.addResources()
  if (items.length === 0) return { refused: say('scormEmpty') }
  if (items.length > scormLimits.items) return { refused: say('scormItemsTooMany', { n: scormLimits.items }) }
  const gone = items.find(({ href }) => !isFound(href, isThere))
  return gone ? { refused: say('scormLaunchGone', { name: gone.href.slice(0, 100) }) } : { version, items }
}

function isFound(href: string, isThere: (name: string) => boolean): boolean {
  try {
    return isThere(fileOfPage(href))
  } catch {
    return false
  }
}
