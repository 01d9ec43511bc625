// What the DTD of QTI 1.2.1 (1EdTech, *ASI XML Binding*) allows of the elements that are written here: their children in order, and attributes.
import { SaxesParser } from 'saxes'

type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string }
/** `children`: an expression over `name ` for each child; `text`: characters may stand within. */
type Rule = { children: string; attributes?: string; required?: string; text?: boolean }

const condition = '(?:not|and|or|other|varequal|varlte|vargte)'
const texts: Rule = { children: '', text: true }
const value = (attributes: string): Rule => ({ children: '', text: true, attributes, required: 'respident' })
const list: Rule = {
  children: '(?:material )?(?:render_choice |render_fib )(?:material )?',
  attributes: 'ident rcardinality rtiming',
  required: 'ident',
}
const rules: Record<string, Rule> = {
  questestinterop: { children: '(?:assessment |objectbank |(?:section |item )+)', attributes: 'xmlns xmlns:xsi xsi:schemaLocation' },
  assessment: { children: '(?:qtimetadata )*(?:section )+', attributes: 'ident title xml:lang', required: 'ident' },
  section: { children: '(?:qtimetadata )*(?:section |item )*', attributes: 'ident title xml:lang', required: 'ident' },
  item: {
    children: '(?:itemmetadata )?(?:presentation )?(?:resprocessing )*(?:itemfeedback )*',
    attributes: 'ident title label maxattempts xml:lang',
    required: 'ident',
  },
  itemmetadata: { children: '(?:qtimetadata )*' },
  qtimetadata: { children: '(?:qtimetadatafield )+' },
  qtimetadatafield: { children: 'fieldlabel fieldentry ' },
  fieldlabel: texts,
  fieldentry: texts,
  presentation: { children: '(?:(?:material |response_lid |response_str |response_num )+|flow )', attributes: 'label xml:lang' },
  response_lid: list,
  response_str: list,
  render_choice: { children: '(?:material |response_label |flow_label )*', attributes: 'shuffle minnumber maxnumber' },
  render_fib: {
    children: '(?:material |response_label |flow_label )*',
    attributes: 'encoding rows maxchars prompt columns charset minnumber maxnumber fibtype',
  },
  response_label: { children: '(?:material |flow_mat )*', text: true, attributes: 'ident rshuffle rarea rrange', required: 'ident' },
  material: { children: '(?:mattext |matimage )+', attributes: 'label xml:lang' },
  mattext: { children: '', text: true, attributes: 'texttype charset label uri xml:lang' },
  resprocessing: { children: 'outcomes (?:respcondition )+', attributes: 'scoremodel' },
  outcomes: { children: '(?:decvar )+' },
  decvar: { children: '', attributes: 'varname vartype defaultval minvalue maxvalue members cutvalue' },
  respcondition: { children: 'conditionvar (?:setvar )*(?:displayfeedback )*', attributes: 'continue title' },
  conditionvar: { children: `(?:${condition} )+` },
  and: { children: `(?:${condition} )+` },
  or: { children: `(?:${condition} )+` },
  not: { children: `${condition} ` },
  other: { children: '' },
  varequal: value('respident case index'),
  varlte: value('respident index'),
  vargte: value('respident index'),
  setvar: { children: '', text: true, attributes: 'varname action' },
  displayfeedback: { children: '', text: true, attributes: 'feedbacktype linkrefid', required: 'linkrefid' },
  itemfeedback: { children: '(?:flow_mat |material |solution )+', attributes: 'ident title view', required: 'ident' },
  solution: { children: '(?:solutionmaterial )+', attributes: 'feedbackstyle' },
  solutionmaterial: { children: '(?:(?:material )+|(?:flow_mat )+)' },
}

function treeOf(xml: string): Node {
  const parser = new SaxesParser({ xmlns: false })
  const open: Node[] = [{ name: '', attributes: {}, children: [], text: '' }]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => open.push({ name, attributes, children: [], text: '' }))
  parser.on('text', (text) => (open.at(-1)!.text += text))
  parser.on('closetag', () => {
    const node = open.pop()!
    open.at(-1)!.children.push(node)
  })
  parser.write(xml).close()
  return open[0]!.children[0]!
}

function faultsOf(node: Node): string[] {
  const rule = rules[node.name]
  if (!rule) return [`<${node.name}> is unknown`]
  const names = node.children.map((one) => `${one.name} `).join('')
  const given = Object.keys(node.attributes)
  const split = (text = '') => text.split(' ').filter((one) => one !== '')
  return [
    ...(new RegExp(`^${rule.children}$`).test(names) ? [] : [`<${node.name}> has ${names.trim() || 'nothing'}`]),
    ...(rule.text || node.text.trim() === '' ? [] : [`text in <${node.name}>`]),
    ...given.filter((one) => !split(rule.attributes).includes(one)).map((one) => `${one} on <${node.name}>`),
    ...split(rule.required).flatMap((one) => (given.includes(one) ? [] : [`<${node.name}> without ${one}`])),
    ...node.children.flatMap(faultsOf),
  ]
}

const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)]
/** What is wrong in a file of questions: its structure, identifiers that occur twice in an item, and keys that name no label or response. */
export function faultsOf12(xml: string): string[] {
  const root = treeOf(xml)
  const items = all(root).filter((one) => one.name === 'item')
  const twice = items.map((one) => one.attributes.ident).filter((one, at, ids) => ids.indexOf(one) !== at)
  const lost = items.flatMap((item) => {
    const nodes = all(item)
    const responses = nodes.filter((one) => one.name.startsWith('response_l') || one.name === 'response_str')
    const find = (ident = '') => responses.find((one) => one.attributes.ident === ident)
    return nodes
      .filter((one) => one.name.startsWith('var'))
      .filter((one) => {
        const response = find(one.attributes.respident)
        const labels = response ? all(response).filter((inner) => inner.name === 'response_label') : []
        return !response || (response.name === 'response_lid' && !labels.some((label) => label.attributes.ident === one.text))
      })
      .map((one) => `${item.attributes.ident}: ${one.attributes.respident} has no ${one.text}`)
  })
  return [...faultsOf(root), ...twice.map((one) => `two items ${one}`), ...lost]
}
