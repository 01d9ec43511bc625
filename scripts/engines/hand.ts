// The hand of a person in any engine: looks for controls by name, clicks them as a mouse does, and waits for what the page shows.
import { signIn } from '../../e2e/fixtures.ts'
import type { Site } from '../../e2e/server.ts'
import { type EnginePage, until } from './engine.ts'
import { findIn, saidOf, sent, type Wanted } from './find.ts'

/** Another program may hold the machine. */
const SECONDS = 60
/** what the page shows goes into the message of a failure */
const SHOWN = 300

/** A point that a click reaches; undefined while the element moves, is covered or disabled. */
function pointOf(one: HTMLElement): Promise<[x: number, y: number] | undefined> {
  if ((one as HTMLButtonElement).disabled || one.getAttribute('aria-disabled') === 'true') return Promise.resolve(undefined)
  one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const middle = () => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return [x + width / 2, y + height / 2] as [number, number]
  }
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const before = middle()
      requestAnimationFrame(() => {
        const [x, y] = middle()
        const hit = document.elementFromPoint(x, y)
        const labels = [...((one as HTMLInputElement).labels ?? [])]
        // a press beside a button is none on it; a field may lie below a part of its frame
        const isButton = one.matches('button, a[href], summary, [role=button]')
        const isFrame = hit !== null && !isButton && hit.contains(one)
        const reaches = hit !== null && (one.contains(hit) || isFrame || labels.some((label) => label.contains(hit)))
        resolve(reaches && before[0] === x && before[1] === y ? [x, y] : undefined)
      })
    })
  })
}

/**
 * Notes in the page whether the next click reaches the element; a page that is left has no note.
 * A button is clicked only if it is below the mouse until the release. A list opens, and may cover its field, when the mouse is pressed.
 */
function watchClick(one: HTMLElement) {
  const page = window as { isClickMissed?: boolean }
  page.isClickMissed = true
  const isButton = one.matches('button, a[href], summary, [role=button]')
  const hear = ({ target }: Event) => {
    const labels = [...((one as HTMLInputElement).labels ?? [])]
    const isHit =
      target instanceof Element && [one, ...labels].some((each) => each.contains(target) || (!isButton && target.contains(each)))
    if (isHit) page.isClickMissed = false
  }
  document.addEventListener(isButton ? 'click' : 'mousedown', hear, { capture: true, once: true })
}

/** Replaces the value as typing does, so that the page hears of it. */
function typeInto(one: HTMLElement, text: string) {
  one.focus()
  if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) one.select()
  else document.execCommand('selectAll')
  document.execCommand('insertText', false, text)
}

export class Hand {
  readonly #page: EnginePage
  readonly #site: Site

  constructor(page: EnginePage, site: Site) {
    this.#page = page
    this.#site = site
  }

  /** Runs a body in which `one` is the element; waits for the element, and for an answer that is not null. */
  async #with<T>(wanted: Wanted, body: string, seconds = SECONDS): Promise<T> {
    const search = `${findIn.toString()}; const one = findIn(${JSON.stringify(sent(wanted))}); if (!one) return null;`
    try {
      return await until(saidOf(wanted), seconds, async () => (await this.#page.run<T | null>(search + body)) ?? undefined)
    } catch (error) {
      const shown = await this.#page.run<string>('return location.pathname + ": " + document.body.innerText').catch(() => '')
      throw new Error(
        `${error instanceof Error ? error.message : String(error)}; shown: ${shown.replaceAll(/\s+/g, ' ').slice(0, SHOWN)}`,
        {
          cause: error,
        },
      )
    }
  }

  /** Opens a page as this user, who has nothing stored in the browser. */
  async enter(userName: string, path: string) {
    const client = await signIn(this.#site, userName)
    await this.open('/login')
    await this.#page.run(`localStorage.clear(); localStorage.setItem('token', ${JSON.stringify(client.token)})`)
    await this.open(path)
    return client
  }

  open = (path: string) => this.#page.goto(this.#site.url + path)
  see = (wanted: Wanted, seconds = SECONDS) => this.#with<true>(wanted, 'return true', seconds)
  text = (wanted: Wanted) => this.#with<string>(wanted, 'return one.textContent ?? ""')
  value = (wanted: Wanted) => this.#with<string>(wanted, 'return one.value ?? ""')

  async isThere(wanted: Wanted): Promise<boolean> {
    const search = `${findIn.toString()}; return findIn(${JSON.stringify(sent(wanted))}) !== undefined`
    return this.#page.run<boolean>(search)
  }

  gone = (wanted: Wanted) => until(`gone: ${saidOf(wanted)}`, SECONDS, async () => !(await this.isThere(wanted)) || undefined)

  /** Waits until the address has this path. @returns the match */
  at = (path: RegExp) =>
    until(
      `address ${path}`,
      SECONDS,
      async () => path.exec(await this.#page.run<string>('return location.pathname + location.search')) ?? undefined,
    )

  /** Clicks again where the page moved between the look and the click. */
  async click(wanted: Wanted) {
    const look = `${pointOf.toString()}; const point = await pointOf(one); if (!point) return null; ${watchClick.toString()}; watchClick(one); return point`
    await until(`a click on ${saidOf(wanted)}`, SECONDS, async () => {
      const [x, y] = await this.#with<[number, number]>(wanted, look)
      await this.#page.click(x, y)
      return (await this.#page.run<boolean>('return window.isClickMissed !== true')) || undefined
    })
  }

  button = (name: string | RegExp, within?: Wanted) => this.click({ role: 'button', name, ...(within ? { within } : {}) })
  dialogButton = (name: string | RegExp) => this.button(name, { role: 'dialog', last: true })
  link = (name: string | RegExp, within?: Wanted) => this.click({ role: 'link', name, ...(within ? { within } : {}) })

  /** Replaces what the field has. */
  type = (wanted: Wanted, text: string) =>
    this.#with<true>(wanted, `${typeInto.toString()}; typeInto(one, ${JSON.stringify(text)}); return true`)

  field = (name: string | RegExp, text: string) => this.type({ role: 'field', name }, text)
}
