// The limits of a back-office session on the page: what counts as activity, the warning, and signing in again without leaving the page.
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { addCallHeaders, call } from '../../kernel/call/api.ts'
import { goTo } from '../../kernel/call/navigation.ts'
import { onTimedOut, sessionEnds } from '../../kernel/call/reopen.ts'
import { getToken, onToken } from '../../kernel/call/token.ts'
import { store } from '../../kernel/state/store.ts'
import { continueWith, type Me, shownUser, signOut } from './session.ts'

/** The warning comes this long before the end. */
export const WARN_MS = 60_000
/** A longer timer would overflow. */
const LONGEST_MS = 86_400_000
const ENDS_KEY = 'session-ends'
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** What the page shows: the warning, or the layer that asks for the password. */
export const sessionNotice = store<'warning' | 'layer' | undefined>(undefined)

let lastInput = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: { answer: Promise<boolean>; resolve: (again: boolean) => void } | undefined

/** Asks the server how long the session still lasts; the answer's header sets the timers again. */
const ask = () => call(ownUser.info, {}, { quiet: true, noRetry: true }).catch(() => undefined)

/** Opens the layer where the session timed out; while it is open, every call waits. @returns whether they are to be sent again */
function wait(timedOut: boolean): Promise<boolean> | undefined {
  if (!shownUser() || (!timedOut && !waiting)) return undefined
  if (!waiting) {
    let resolve: (again: boolean) => void = () => undefined
    const answer = new Promise<boolean>((done) => (resolve = done))
    waiting = { answer, resolve }
    sessionNotice.set('layer')
  }
  return waiting.answer
}

function finish(again: boolean) {
  waiting?.resolve(again)
  waiting = undefined
  sessionNotice.set(undefined)
}

/** Continues with a new session of the same user: every waiting call is sent again. */
export function resume(token: string) {
  sessionEnds.set(undefined)
  continueWith(token)
  finish(true)
  void ask()
}

/** Leaves the page for the sign-in page. */
export async function leave() {
  finish(false)
  await signOut(() => goTo('/login'))
}

/** The user goes on: the call counts as activity. Where the longest time of a session is reached, they sign in again. */
export async function stay() {
  await ask()
  if ((sessionEnds.get() ?? Infinity) - Date.now() <= WARN_MS) void wait(true)
  else sessionNotice.set(undefined)
}

/** Another tab may have signed in: the same user goes on here, another one gets the page anew. */
async function lookForSession() {
  const [me, token] = [shownUser(), getToken()]
  if (sessionNotice.get() !== 'layer' || !me || token === '') return
  const found: Me | undefined = await call(ownUser.info, {}, { token, quiet: true, noRetry: true }).catch(() => undefined)
  if (!found || sessionNotice.get() !== 'layer') return
  if (found.id === me.id) resume(token)
  else window.location.assign('/')
}

function plan() {
  clearTimeout(timer)
  const left = (sessionEnds.get() ?? Infinity) - Date.now()
  if (left > WARN_MS) {
    if (sessionNotice.get() === 'warning') sessionNotice.set(undefined)
    if (left < LONGEST_MS) timer = setTimeout(() => void nearEnd(), left - WARN_MS)
  } else {
    if (sessionNotice.get() === undefined && shownUser()) sessionNotice.set('warning')
    // the server's clock decides
    timer = setTimeout(() => void ask(), Math.max(0, left) + 1_000)
  }
}

/** Input since the last call, or another tab, may have moved the end. */
async function nearEnd() {
  await ask()
  plan()
}

/** Starts to observe the user's input and the end of the session; called once, at the start. */
export function watchSession() {
  const active = () => void (lastInput = Date.now())
  for (const name of inputs) window.addEventListener(name, active, { capture: true, passive: true })
  addCallHeaders(() => ({ idle: String(Math.max(0, Math.floor((Date.now() - lastInput) / 1_000))) }))
  onTimedOut(wait)
  onToken((token) => {
    if (token === '') sessionEnds.set(undefined)
  })
  sessionEnds.follow((ends) => {
    if (ends !== undefined && Math.abs(ends - Number(localStorage.getItem(ENDS_KEY))) > 5_000) localStorage.setItem(ENDS_KEY, String(ends))
    plan()
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === ENDS_KEY && newValue !== null && shownUser()) sessionEnds.set(Number(newValue))
    if (key === 'token') void lookForSession()
  })
  // another tab may have finished the second step, which changes no token
  window.addEventListener('focus', () => void lookForSession())
}
