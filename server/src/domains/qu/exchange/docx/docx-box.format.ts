// Text boxes of a Word document. mammoth reads those of older versions only, which Word writes beside today's and other programs do not.

/** The parts of a text between the outermost pairs of a tag: what stands before, then the pair with what it holds, in turn. */
function partsOf(xml: string, tag: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const found of xml.matchAll(new RegExp(`<(/?)${tag}(?=[\\s/>])[^>]*?(/?)>`, 'g'))) {
    const [text, closes, isEmpty] = found
    if (isEmpty !== '') continue
    if (closes === '' && depth++ === 0) {
      parts.push(xml.slice(from, found.index))
      from = found.index
    }
    if (closes !== '' && depth > 0 && --depth === 0) {
      parts.push(xml.slice(from, found.index + text.length))
      from = found.index + text.length
    }
  }
  return [...parts, xml.slice(from)]
}
/** Changes each outermost pair of a tag. */
const replaced = (xml: string, tag: string, change: (pair: string) => string) =>
  partsOf(xml, tag)
    .map((part, at) => (at % 2 === 1 ? change(part) : part))
    .join('')

const BOX = 'w:txbxContent'
const hasBox = (xml: string) => xml.includes(`<${BOX}`)
/** What a choice between two ways to write something holds for readers of today. */
const todays = (choice: string) => choice.replace(/^<mc:AlternateContent[^>]*>\s*<mc:Choice[^>]*>/, '').replace(/<\/mc:Choice>[\s\S]*$/, '')

/** Adds the text of a drawing behind it as a text box of older versions. */
function withOld(drawing: string): string {
  if (!hasBox(drawing)) return drawing
  const boxes = partsOf(drawing, BOX).filter((_part, at) => at % 2 === 1)
  return `${drawing}<w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml">${boxes.join('')}</v:textbox></w:pict>`
}

/** Makes text boxes readable for mammoth that only readers of today would see. */
export function withTextBoxes(xml: string): string {
  if (!hasBox(xml)) return xml
  const chosen = replaced(xml, 'mc:AlternateContent', (choice) => {
    const [, fallback] = partsOf(choice, 'mc:Fallback')
    return hasBox(choice) && !hasBox(fallback ?? '') ? todays(choice) : choice
  })
  return replaced(chosen, 'w:drawing', withOld)
}
