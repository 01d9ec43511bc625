// Short notices. They last 2 seconds (learner.md §9) and are queued until the component that shows them is mounted.
export type NoticeAction = { text: string; run: () => unknown }
export type Notice = { id: number; kind: 'success' | 'error' | 'warning' | 'info'; text: string; seconds: number; action?: NoticeAction }

const SECONDS = 2
const waiting: Notice[] = []
let show: ((notice: Notice) => void) | undefined
let nextId = 1

function say(kind: Notice['kind'], text: string, seconds = SECONDS, action?: NoticeAction) {
  const notice = { id: nextId++, kind, text, seconds, ...(action ? { action } : {}) }
  if (show) show(notice)
  else waiting.push(notice)
}

/** Shows a text for `seconds` (0: until it is closed); `action` is a button in it, which closes it. */
export const notify = {
  success: (text: string, seconds?: number, action?: NoticeAction) => say('success', text, seconds, action),
  error: (text: string, seconds?: number) => say('error', text, seconds),
  warning: (text: string, seconds?: number) => say('warning', text, seconds),
  info: (text: string, seconds?: number) => say('info', text, seconds),
}

/** Receives every notice, first the queued ones. @returns a function that unsubscribes */
export function onNotice(listener: (notice: Notice) => void) {
  show = listener
  for (const notice of waiting.splice(0)) listener(notice)
  return () => {
    if (show === listener) show = undefined
  }
}
