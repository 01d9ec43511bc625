// Finds a control in an open page by what a person sees of it. The function is sent to the browser as text, so it names nothing outside of itself.

/** Text to compare: a string is compared with the whole name, and with a part of a text. */
export type Words = string | RegExp
export type Wanted = {
  /** of a control; `field` is every control that takes a value, `any` the element with a `css` */
  role?: string
  name?: Words
  /** the smallest element with this text */
  text?: Words
  css?: string
  within?: Wanted
  /** the last one of several, instead of the first one */
  last?: boolean
}

type Sent = { text: string; flags?: string }
export type SentWanted = { role?: string; css?: string; name?: Sent; text?: Sent; within?: SentWanted; last?: boolean }

const sentWords = (words: Words): Sent => (typeof words === 'string' ? { text: words } : { text: words.source, flags: words.flags })
/** The form in which it is sent. */
export const sent = ({ name, text, within, ...plain }: Wanted): SentWanted => ({
  ...plain,
  ...(name === undefined ? {} : { name: sentWords(name) }),
  ...(text === undefined ? {} : { text: sentWords(text) }),
  ...(within === undefined ? {} : { within: sent(within) }),
})

/** How it is called in a message. */
export const saidOf = ({ role, css, name, text, within }: Wanted): string =>
  [role ?? css ?? 'text', String(name ?? text ?? ''), within ? `within ${saidOf(within)}` : ''].filter((part) => part !== '').join(' ')

/** @returns the element that is shown and fits */
export function findIn(wanted: SentWanted, scope: ParentNode = document): HTMLElement | undefined {
  const fields = 'input, textarea, select, [contenteditable=true], [role=combobox], [role=spinbutton]'
  const tags: Record<string, string> = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    listitem: 'li, [role=listitem]',
    row: 'tr, [role=row]',
    dialog: 'dialog, [role=dialog]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    radio: 'input[type=radio], [role=radio]',
    article: 'article, [role=article]',
    list: 'ul, ol, [role=list]',
    field: fields,
    any: '*',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, '')
  const fits = (text: string, { text: asked, flags }: Sent, whole: boolean) => {
    if (flags !== undefined) return new RegExp(asked, flags).test(text)
    return whole ? text === plain(asked) : text.includes(plain(asked))
  }
  const isShown = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true })
  }
  const nameOf = (one: Element) => {
    const named = (one.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? null : document.getElementById(id)))
      .map((label) => label?.getAttribute('aria-label') ?? label?.textContent ?? '')
    const labels = [...((one as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
    const texts = [
      named.join(''),
      one.getAttribute('aria-label'),
      labels.join(''),
      one.textContent,
      one.getAttribute('title'),
      one.getAttribute('placeholder'),
    ]
    return texts.map(plain).find((text) => text !== '') ?? ''
  }
  const parent = wanted.within ? findIn(wanted.within, scope) : scope
  if (!parent) return undefined
  const { role, css, name, text } = wanted
  const all = [...parent.querySelectorAll<HTMLElement>(css ?? (role === undefined ? '*' : (tags[role] ?? `[role=${role}]`)))]
  const byName = name ? all.filter((one) => fits(nameOf(one), name, true)) : all
  const holds = (one: Element) => !text || fits(plain(one.textContent), text, false)
  // a parent has the text of its children
  const byText = text ? byName.filter((one) => holds(one) && (role !== undefined || ![...one.children].some(holds))) : byName
  const found = byText.filter(isShown)
  return found.at(wanted.last ? -1 : 0)
}
