// Parses the files of a QTI package that are no items: its manifest and shared passages.
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { type Element, htmlOf, named, readTree, textOf, within } from './qti-tree.format.ts'

/** An item's metadata in the manifest of a package. */
/** The source that marks levels of this product in LOM. */
export const LEVEL_SOURCE = 'shuyuan'

export type ItemFacts = { chapter: string; level: number; tags: string[] }
const textsOf = (node: Element | undefined, name: string) =>
  within(node, new Set([name]))
    .map((one) => textOf(one).trim())
    .filter((word) => word !== '')

/** The passage of a shared stimulus of QTI 3.0; null for other text. */
export function parseStimulus(text: string): string | null {
  const root = readTree(text)
  const [body] = root?.name === 'assessmentStimulus' ? named(root, 'stimulusBody') : []
  return body ? htmlOf(body).trim() : null
}

/** The paths of the items that a manifest lists. */
export const listedItems = (text: string): string[] =>
  within(readTree(text) ?? undefined, new Set(['resource'])).flatMap(({ attributes: { type, href } }) =>
    href !== undefined && /^imsqti_item/i.test(type ?? '') ? [decodeURIComponent(href)] : [],
  )

/** A level that LOM has no word for: written by this product (`qti-listing`). */
const ownLevel = (source: string | undefined, value: string) =>
  source === LEVEL_SOURCE ? Object.values(QuLevel).find((level) => String(level) === value) : undefined

/** Item metadata by file path; empty if the text is no manifest. */
export function parseManifest(text: string): Map<string, ItemFacts> {
  const root = readTree(text)
  const facts = new Map<string, ItemFacts>()
  for (const resource of within(root ?? undefined, new Set(['resource']))) {
    const path = resource.attributes.href
    if (path === undefined) continue
    const named = within(resource, new Set(['difficulty']))[0]
    const difficulty = textsOf(named, 'value')[0] ?? ''
    facts.set(path, {
      tags: textsOf(resource, 'keyword'),
      chapter: textsOf(within(resource, new Set(['taxon']))[0], 'entry')[0] ?? '',
      level: ownLevel(textsOf(named, 'source')[0], difficulty) ?? (/difficult/i.test(difficulty) ? QuLevel.hard : QuLevel.normal),
    })
  }
  return facts
}
