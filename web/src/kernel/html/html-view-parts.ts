// Prepares rich text for display: cleaned, formulas rendered, pictures made into buttons.
import DOMPurify from 'dompurify'

type Katex = { renderToString: (latex: string, options: { displayMode: boolean; throwOnError: boolean }) => string }
let katex: Katex | undefined

/** KaTeX if it was loaded. */
export const katexNow = () => katex

/** Loads KaTeX with its style sheet, once. */
export async function loadKatex(): Promise<Katex> {
  katex ??= (await import('./formulas.ts')).katex
  return katex
}

export const hasFormula = (html: string) => html.includes('data-latex=')

/** The elements and attributes that the server allows as well. The server has cleaned the text; this is a second check. */
const allowed = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'dialog'],
  ADD_ATTR: ['target', 'controls'],
}

function drawFormula(node: Element, { renderToString }: Katex) {
  const latex = node.getAttribute('data-latex') ?? ''
  node.innerHTML = renderToString(latex, { displayMode: node.getAttribute('data-type') === 'block-math', throwOnError: false })
}

function preparePicture(picture: Element, zoomTitle: string | undefined) {
  picture.setAttribute('loading', 'lazy')
  const words = picture.getAttribute('alt') ?? ''
  picture.setAttribute('alt', words)
  if (zoomTitle === undefined) return
  picture.setAttribute('role', 'button')
  picture.setAttribute('tabindex', '0')
  picture.setAttribute('aria-label', words ? `${zoomTitle}：${words}` : zoomTitle)
}

/** Cleans HTML for display. Formulas stay source text without KaTeX; `zoomTitle` makes pictures into buttons. */
export function showableHtml(html: string, tools: { katex?: Katex | undefined; zoomTitle?: string | undefined }): string {
  if (!html.includes('<') && !html.includes('&')) return html
  const root = document.createElement('div')
  root.append(DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true }))
  for (const node of root.querySelectorAll('[data-latex]')) {
    if (tools.katex) drawFormula(node, tools.katex)
    else node.textContent = node.getAttribute('data-latex')
  }
  for (const picture of root.querySelectorAll('img')) preparePicture(picture, tools.zoomTitle)
  for (const link of root.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return root.innerHTML
}
