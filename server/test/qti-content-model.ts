// What QTI 3.0 allows of what is written here: elements, their children and attributes. It stands in for the
// official XSDs (docs/decisions/0063) and has not been compared with them.
import { SaxesParser } from 'saxes'

/** `text`: whether characters may stand between the children; `ordered`: the children come in the order of the list. */
type Rule = { children?: string; attributes?: string; required?: string; text?: boolean; ordered?: boolean }
type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string }

const inline = 'a strong b em i sub sup code span br img video audio qti-text-entry-interaction'
const block = 'p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol table hr'
const interactions = 'qti-choice-interaction qti-extended-text-interaction qti-match-interaction'
const flow = `${inline} ${block}`
const common = 'class data-type data-latex data-name data-size data-tag'
const phrase: Rule = { children: inline, attributes: common, text: true }
const holder: Rule = { children: flow, attributes: common, text: true }
const string: Rule = { text: true }
const only = (children: string, more: Rule = {}): Rule => ({ children, attributes: common, ...more })
const many = (names: string, rule: Rule) => names.split(' ').map((name): [string, Rule] => [name, rule])
const value = 'qti-variable qti-correct qti-base-value qti-map-response qti-sum qti-product qti-match qti-equal'

const item: Record<string, Rule> = Object.fromEntries([
  ...many('p h1 h2 h3 h4 h5 h6 pre strong b em i sub sup code span', phrase),
  ...many('div li qti-content-body', holder),
  ['a', { ...phrase, attributes: `${common} href type`, required: 'href' }],
  ['br', only('')],
  ['hr', only('')],
  ['img', { attributes: `${common} src alt width height longdesc`, required: 'src alt' }],
  ['video', { children: 'source track', attributes: `${common} src controls width height poster`, text: true }],
  ['audio', { children: 'source track', attributes: `${common} src controls`, text: true }],
  ['source', { attributes: 'src type', required: 'src' }],
  ['blockquote', only(block)],
  ['ul', only('li')],
  ['ol', only('li')],
  ['table', only('thead tbody', { ordered: true })],
  ['thead', only('tr')],
  ['tbody', only('tr')],
  ['tr', only('td th')],
  ...many('td th', { ...holder, attributes: `${common} colspan rowspan` }),
  [
    'qti-assessment-item',
    {
      children: 'qti-response-declaration qti-outcome-declaration qti-item-body qti-response-processing qti-modal-feedback',
      attributes: 'xmlns xmlns:xsi xsi:schemaLocation identifier title adaptive time-dependent xml:lang',
      required: 'identifier title adaptive time-dependent',
      ordered: true,
    },
  ],
  [
    'qti-response-declaration',
    {
      children: 'qti-correct-response qti-mapping',
      attributes: 'identifier cardinality base-type',
      required: 'identifier cardinality base-type',
      ordered: true,
    },
  ],
  [
    'qti-outcome-declaration',
    { children: 'qti-default-value', attributes: 'identifier cardinality base-type external-scored', required: 'identifier cardinality' },
  ],
  ['qti-correct-response', { children: 'qti-value' }],
  ['qti-default-value', { children: 'qti-value' }],
  ['qti-value', string],
  ['qti-mapping', { children: 'qti-map-entry', attributes: 'default-value lower-bound upper-bound' }],
  ['qti-map-entry', { attributes: 'map-key mapped-value case-sensitive', required: 'map-key mapped-value' }],
  ['qti-item-body', only(`${block} ${interactions} qti-rubric-block`)],
  ['qti-rubric-block', { children: 'qti-content-body', attributes: 'view use', required: 'view use' }],
  ['qti-prompt', holder],
  [
    'qti-choice-interaction',
    {
      children: 'qti-prompt qti-simple-choice',
      attributes: 'response-identifier shuffle max-choices',
      required: 'response-identifier',
      ordered: true,
    },
  ],
  ['qti-simple-choice', { ...holder, attributes: 'identifier fixed', required: 'identifier' }],
  ['qti-extended-text-interaction', { children: 'qti-prompt', attributes: 'response-identifier', required: 'response-identifier' }],
  ['qti-text-entry-interaction', { attributes: 'response-identifier', required: 'response-identifier' }],
  [
    'qti-match-interaction',
    {
      children: 'qti-prompt qti-simple-match-set',
      attributes: 'response-identifier shuffle max-associations',
      required: 'response-identifier',
      ordered: true,
    },
  ],
  ['qti-simple-match-set', { children: 'qti-simple-associable-choice' }],
  ['qti-simple-associable-choice', { ...holder, attributes: 'identifier match-max', required: 'identifier match-max' }],
  ['qti-response-processing', { children: 'qti-response-condition qti-set-outcome-value', attributes: 'template' }],
  ['qti-response-condition', { children: 'qti-response-if' }],
  ['qti-response-if', { children: 'qti-match qti-equal qti-set-outcome-value', ordered: true }],
  ['qti-set-outcome-value', { children: value, attributes: 'identifier', required: 'identifier' }],
  ...many('qti-sum qti-product qti-match', { children: value } as Rule),
  ['qti-equal', { children: value, attributes: 'tolerance-mode tolerance', required: 'tolerance-mode' }],
  ...many('qti-variable qti-correct qti-map-response', { attributes: 'identifier', required: 'identifier' } as Rule),
  ['qti-base-value', { text: true, attributes: 'base-type', required: 'base-type' }],
  [
    'qti-modal-feedback',
    {
      children: 'qti-content-body',
      attributes: 'identifier outcome-identifier show-hide',
      required: 'identifier outcome-identifier show-hide',
    },
  ],
])

const manifest: Record<string, Rule> = {
  manifest: {
    children: 'metadata organizations resources',
    attributes: 'xmlns xmlns:lom xmlns:xsi xsi:schemaLocation identifier',
    required: 'identifier xsi:schemaLocation',
    ordered: true,
  },
  metadata: { children: 'schema schemaversion lom:lom' },
  schema: string,
  schemaversion: string,
  organizations: {},
  resources: { children: 'resource' },
  resource: { children: 'metadata file dependency', attributes: 'identifier type href', required: 'identifier type', ordered: true },
  file: { attributes: 'href', required: 'href' },
  dependency: { attributes: 'identifierref', required: 'identifierref' },
  'lom:lom': { children: 'lom:general lom:educational lom:classification', ordered: true },
  'lom:general': { children: 'lom:title lom:language lom:keyword', ordered: true },
  'lom:title': { children: 'lom:string' },
  'lom:keyword': { children: 'lom:string' },
  'lom:language': string,
  'lom:string': { text: true, attributes: 'language' },
  'lom:educational': { children: 'lom:difficulty' },
  'lom:difficulty': { children: 'lom:source lom:value', ordered: true },
  'lom:value': string,
  'lom:classification': { children: 'lom:purpose lom:taxonPath', ordered: true },
  'lom:purpose': { children: 'lom:source lom:value', ordered: true },
  'lom:taxonPath': { children: 'lom:source lom:taxon', ordered: true },
  'lom:source': { children: 'lom:string', text: true },
  'lom:taxon': { children: 'lom:entry' },
  'lom:entry': { children: 'lom:string' },
}

/** Reads XML strictly. Throws where it is not well-formed. */
export function strictTree(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const given = Object.entries(attributes).map(([key, one]): [string, string] => [key, one.value])
    const node: Node = { name, attributes: Object.fromEntries(given), children: [], text: '' }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] ?? root
}

const words = (list: string | undefined) => (list ?? '').split(' ').filter((one) => one !== '')

function faultsOf(node: Node, rules: Record<string, Rule>): string[] {
  const rule = rules[node.name]
  if (!rule) return [`<${node.name}> is not allowed`]
  const children = words(rule.children)
  const places = node.children.map((one) => children.indexOf(one.name))
  return [
    ...node.children.filter((_, i) => places[i] === -1).map((one) => `<${one.name}> in <${node.name}>`),
    ...(rule.ordered && places.some((one, i) => one < (places[i - 1] ?? 0)) ? [`order in <${node.name}>`] : []),
    ...(rule.text || node.text.trim() === '' ? [] : [`text in <${node.name}>: ${node.text.trim()}`]),
    ...Object.keys(node.attributes).flatMap((key) => (words(rule.attributes).includes(key) ? [] : [`${key} on <${node.name}>`])),
    ...words(rule.required).flatMap((key) => (node.attributes[key] === undefined ? [`<${node.name}> without ${key}`] : [])),
    ...node.children.flatMap((one) => faultsOf(one, rules)),
  ]
}

const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const named22 = (list: string | undefined) =>
  words(list)
    .filter((one) => !one.startsWith('data-'))
    .map((one) => camel(one.replace(/^qti-/, '')))

/** QTI 2.2: the same elements under other names; content without an element around it, blocks in rubrics, no attributes of one's own. */
const item22: Record<string, Rule> = Object.fromEntries(
  Object.entries(item)
    .filter(([name]) => name !== 'qti-content-body')
    .map(([name, rule]): [string, Rule] => {
      const children = { 'qti-rubric-block': block, 'qti-modal-feedback': flow }[name] ?? rule.children
      const own: Rule = { ...rule, children: named22(children).join(' '), attributes: named22(rule.attributes).join(' ') }
      // of the namespace of HTML 5; their attributes say so
      if (name === 'video' || name === 'audio') return [name, { ...own, attributes: `xmlns ${rule.attributes}`, required: 'xmlns' }]
      const needed = rule.required === undefined ? {} : { required: named22(rule.required).join(' ') }
      return [camel(name.replace(/^qti-/, '')), { ...own, ...needed, ...(name === 'qti-modal-feedback' ? { text: true } : {}) }]
    }),
)

/** What the content model does not allow in an item; throws where it is not well-formed. */
export const faultsOfItem = (xml: string): string[] => faultsOf(strictTree(xml), item)
export const faultsOfManifest = (xml: string): string[] => faultsOf(strictTree(xml), manifest)
/** The same for an item of QTI 2.2. */
export const faultsOfItem22 = (xml: string): string[] => faultsOf(strictTree(xml), item22)
