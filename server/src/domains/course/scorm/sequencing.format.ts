// Rules of an imsmanifest.xml about the order and the judging of its parts, which this site does not follow (docs/decisions/0124).
import type { UnfollowedRule } from '@shuyuan/contract/course/scorm/scorm.ts'
import { child, children, chosenOrganization, type Node, rootOf } from './manifest.format.ts'

const MOST_RULES = 100
const MOST_TITLE = 100
export type Unfollowed = { rule: UnfollowedRule; item: string }

const all = (node: Node | undefined, name: string): Node[] =>
  (node?.children ?? []).flatMap((one) => (one.name === name ? [one] : all(one, name)))
const says = (node: Node | undefined, attribute: string, value: string) => node?.attributes[attribute] === value

type Check = (sequencing: Node, item: Node) => boolean

const rollsUp: Check = (sequencing) => {
  const rules = child(sequencing, 'rolluprules')
  if (!rules) return false
  const weight = rules.attributes['objectivemeasureweight']
  const isLeftOut = says(rules, 'rollupobjectivesatisfied', 'false') || says(rules, 'rollupprogresscompletion', 'false')
  return isLeftOut || (weight !== undefined && Number(weight) !== 1) || child(rules, 'rolluprule') !== undefined
}

const checks: Record<UnfollowedRule, Check> = {
  choice: (one) => says(child(one, 'controlmode'), 'choice', 'false'),
  choiceExit: (one) => says(child(one, 'controlmode'), 'choiceexit', 'false'),
  forwardOnly: (one) => says(child(one, 'controlmode'), 'forwardonly', 'true'),
  constrained: (one) => {
    const limits = child(one, 'constrainedchoiceconsiderations')
    return says(limits, 'preventactivation', 'true') || says(limits, 'constrainchoice', 'true')
  },
  precondition: (one) => all(one, 'preconditionrule').length > 0,
  exitCondition: (one) => all(one, 'exitconditionrule').length > 0,
  postCondition: (one) => all(one, 'postconditionrule').length > 0,
  prerequisites: (_none, item) => (child(item, 'prerequisites')?.text ?? '') !== '',
  attempts: (one) => child(one, 'limitconditions') !== undefined,
  time: (_none, item) => (child(item, 'maxtimeallowed')?.text ?? '') !== '',
  rollup: rollsUp,
  objectives: (one) => all(one, 'mapinfo').length > 0,
  random: (one) => {
    const { attributes = {} } = child(one, 'randomizationcontrols') ?? {}
    return [attributes['selectiontiming'], attributes['randomizationtiming']].some((timing) => timing !== undefined && timing !== 'never')
  },
  untracked: (one) => says(child(one, 'deliverycontrols'), 'tracked', 'false'),
  threshold: (_none, item) => child(item, 'completionthreshold') !== undefined,
}

const none: Node = { name: 'sequencing', attributes: {}, children: [], text: '' }

/** Merges the referenced collection; own values win. */
function sequencingOf(item: Node, shared: Map<string, Node>): Node {
  const own = child(item, 'sequencing') ?? none
  const other = shared.get(own.attributes['idref'] ?? '')
  return other ? { ...own, children: [...own.children, ...other.children] } : own
}

/**
 * Which rules a manifest has that nothing here follows, with the title of the part or folder that has them, in the order of the manifest;
 * at most 100. None for a manifest that cannot be read.
 */
export function readUnfollowed(text: string): Unfollowed[] {
  const root = rootOf(text)
  const shared = new Map(children(child(root, 'sequencingcollection'), 'sequencing').map((one) => [one.attributes['id'] ?? '', one]))
  const rules = Object.entries(checks) as [UnfollowedRule, Check][]
  const within = (item: Node): Unfollowed[] => {
    const sequencing = sequencingOf(item, shared)
    const title = (child(item, 'title')?.text || (item.attributes['identifier'] ?? '')).slice(0, MOST_TITLE)
    const own = rules.filter(([, isIn]) => isIn(sequencing, item)).map(([rule]) => ({ rule, item: title }))
    return [...own, ...children(item, 'item').flatMap(within)]
  }
  const chosen = chosenOrganization(root)
  return chosen ? within(chosen).slice(0, MOST_RULES) : []
}
