// Binds a PaperSession to a page: its calls, and the browser's events for network, visibility and unload.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useEffect, useMemo } from 'react'
import { call, onSignedOut } from '../../../../kernel/call/api.ts'
import { useView } from '../../../../kernel/state/store.ts'
import { openBuffer } from './buffer.ts'
import { keeping } from './keeping.ts'
import { openKept } from './kept.ts'
import type { Op } from './ops.ts'
import { PaperSession } from './paper-session.ts'
import { openTabLock } from './tab-lock.ts'
import type { PaperSessionPorts, Wish } from './paper-session-view.ts'

/** The wish to hand in, stored in this browser until the server has answered: a page that is opened again hands in. */
function read(key: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(value) ? value.map(String) : undefined
  } catch {
    return undefined
  }
}

function openWish(userId: string, paperId: string): Wish {
  const key = `exam-hand:${userId}:${paperId}`
  return {
    keep(sessions) {
      try {
        localStorage.setItem(key, JSON.stringify([...new Set(sessions)]))
      } catch {
        // when storage is full, only a page that is closed meanwhile forgets the wish
      }
    },
    drop: () => localStorage.removeItem(key),
    sessions: () => read(key),
  }
}

/** Short enough to notice a dead network soon, long enough when all candidates save at the same time. */
const SAVE_MS = 15_000
const HAND_MS = 30_000
const OPEN_MS = 30_000
const ASK_MS = 10_000

const bare = (ops: readonly Op[]) => ops.map(({ quId, answer, seq }) => ({ quId, answer, seq }))

const callsOf = (id: string) => ({
  open: (takeover: boolean) => call(paper['paper-detail'], { id, ...(takeover ? { takeover } : {}) }, { quiet: true, timeoutMs: OPEN_MS }),
  save: (session: string, ops: readonly Op[], keepalive: boolean) =>
    call(paper['fill-answer'], { paperId: id, session, answers: bare(ops) }, { quiet: true, keepalive, timeoutMs: SAVE_MS }),
  hand: (session: string, ops: readonly Op[]) =>
    call(paper['hand-exam'], { id, session, lastAnswers: bare(ops) }, { quiet: true, timeoutMs: HAND_MS }),
  leftTime: (session: string, acked: number) =>
    call(paper['left-time'], { id, session, acked }, { quiet: true, noRetry: true, timeoutMs: ASK_MS }),
})

const portsFor = (userId: string, id: string): PaperSessionPorts => ({
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  buffer: openBuffer(userId, id),
  ...keeping(callsOf(id), openKept(userId, id)),
  wish: openWish(userId, id),
  tab: openTabLock(id),
})

function listen(paperSession: PaperSession) {
  const stops: (() => void)[] = []
  const on = (target: EventTarget, name: string, act: () => void) => {
    target.addEventListener(name, act)
    stops.push(() => target.removeEventListener(name, act))
  }
  on(window, 'online', () => paperSession.resume())
  on(window, 'pageshow', () => paperSession.resume())
  on(window, 'pagehide', () => paperSession.hide())
  on(document, 'visibilitychange', () => (document.visibilityState === 'hidden' ? paperSession.hide() : paperSession.resume()))
  stops.push(onSignedOut((failure) => paperSession.signedOut(failure.message)))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Opens the paper on mount and stops on unmount; unsent answers stay buffered. */
export function usePaperSession(userId: string, paperId: string) {
  const paperSession = useMemo(() => new PaperSession(portsFor(userId, paperId)), [userId, paperId])
  useEffect(() => {
    // delayed: an effect that is undone immediately (strict mode) must not take the write lock
    const begin = setTimeout(() => void paperSession.start())
    const stop = listen(paperSession)
    return () => {
      clearTimeout(begin)
      stop()
      paperSession.hide()
      paperSession.stop()
    }
  }, [paperSession])
  return { paperSession, view: useView(paperSession) }
}

/** The view of a PaperSession's queue, for components. */
export const useQueue = ({ queue }: PaperSession) => useView(queue)
