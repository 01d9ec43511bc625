// The draft of a hand-in: saved while it is written, one call after the other; what is not saved yet stays in the browser.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { WorkFile } from '@shuyuan/contract/course/work/work-form.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'

type Calls = typeof courseWork
export type Written = Body<Calls['hand']>
export type Own = Data<Calls['detail']>
type Content = { content: string; files: WorkFile[] }
/** conflict: another page has stored a newer draft; refused: the server does not take this content; handed: another page has handed in */
type DraftState = 'clean' | 'typing' | 'saving' | 'offline' | 'conflict' | 'refused' | 'handed'
export type DraftView = Content & { state: DraftState; saveTime: string | null; message: string }

type Kept = Content & { tryNo: number; version: number }
export type KeptDraft = { read: () => Kept | undefined; write: (kept: Kept) => void; drop: () => void }

type DraftOptions = {
  place: { courseId: string; fileId: string }
  start: NonNullable<Own['draft']>
  kept: KeptDraft
  save: (body: Written) => Promise<Data<Calls['save-draft']>>
  hand: (body: Written) => Promise<Own>
}

const PAUSE_MS = 1_500
const AGAIN_MS = 8_000
const same = (one: Content, other: Content) =>
  one.content === other.content && one.files.map((file) => file.fileUrl).join() === other.files.map((file) => file.fileUrl).join()
const isTransport = (error: unknown) => !(error instanceof CallFailure) || error.reason === 'network' || error.reason === 'http'

export class Draft {
  readonly #options: DraftOptions
  readonly #tryNo: number
  readonly #listeners = new Set<() => void>()
  #view: DraftView
  #stored: Content
  #version: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined

  constructor(options: DraftOptions) {
    const { start, kept } = options
    this.#options = options
    this.#tryNo = start.tryNo
    this.#version = start.version
    this.#stored = { content: start.content, files: start.files }
    this.#view = { ...this.#stored, state: 'clean', saveTime: start.saveTime, message: '' }
    const own = kept.read()
    if (!own || own.tryNo !== start.tryNo || same(own, this.#stored)) {
      kept.drop()
      return
    }
    // another page has stored more since: the learner decides
    this.#set({ content: own.content, files: own.files, state: own.version === start.version ? 'typing' : 'conflict' })
  }

  /** What this browser kept is sent. */
  start(): void {
    if (this.#view.state === 'typing') this.#later(0)
  }

  get view(): DraftView {
    return this.#view
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  change(next: Partial<Content>): void {
    const content = { content: next.content ?? this.#view.content, files: next.files ?? this.#view.files }
    this.#options.kept.write({ ...content, tryNo: this.#tryNo, version: this.#version })
    this.#set({ ...content, ...(this.#view.state === 'conflict' ? {} : { state: 'typing' as const }) })
    if (this.#view.state !== 'conflict') this.#later(PAUSE_MS)
  }

  /** The connection is back, or the page is hidden. */
  flush = (): Promise<void> => {
    clearTimeout(this.#timer)
    return this.#save()
  }

  /** Replaces what another page has stored by what stands here. @param version of the stored draft */
  overwrite(version: number): Promise<void> {
    this.#version = version
    this.#set({ state: 'typing' })
    return this.flush()
  }

  /** Hands in what stands here. @throws CallFailure, after which everything stays and the call can be repeated */
  async hand(): Promise<Own> {
    clearTimeout(this.#timer)
    await this.#running
    try {
      const own = await this.#options.hand(this.#body())
      this.#options.kept.drop()
      return own
    } catch (error) {
      if (error instanceof CallFailure && error.reason === 'workDraftChanged') this.#set({ state: 'conflict' })
      if (isTransport(error)) this.#later(AGAIN_MS)
      throw error
    }
  }

  /** Nothing of this page is stored any more. */
  forget(): void {
    this.#options.kept.drop()
    this.#set(this.#stored)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #body(): Written {
    const { content, files } = this.#view
    return {
      ...this.#options.place,
      tryNo: this.#tryNo,
      version: this.#version,
      content,
      files: files.map(({ title, fileUrl }) => ({ title, fileUrl })),
    }
  }

  #later(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), ms)
  }

  #save(): Promise<void> {
    if (this.#running) return this.#running.then(() => this.#save())
    if (this.#view.state === 'conflict' || same(this.#view, this.#stored)) {
      if (this.#view.state === 'typing') this.#set({ state: 'clean' })
      return Promise.resolve()
    }
    this.#running = this.#send().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #send() {
    const sent = { content: this.#view.content, files: this.#view.files }
    this.#set({ state: 'saving' })
    try {
      const { version, saveTime } = await this.#options.save(this.#body())
      this.#version = version
      this.#stored = sent
      const isAll = same(this.#view, sent)
      if (isAll) this.#options.kept.drop()
      else this.#options.kept.write({ content: this.#view.content, files: this.#view.files, tryNo: this.#tryNo, version })
      this.#set({ state: isAll ? 'clean' : 'typing', saveTime, message: '' })
      if (!isAll) this.#later(PAUSE_MS)
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown) {
    const message = error instanceof Error ? error.message : ''
    if (isTransport(error)) {
      this.#set({ state: 'offline' })
      this.#later(AGAIN_MS)
      return
    }
    const { reason } = error as CallFailure
    if (reason === 'workDraftChanged') return this.#set({ state: 'conflict' })
    this.#set({ state: reason === 'workHanded' ? 'handed' : 'refused', message })
  }

  #set(next: Partial<DraftView>) {
    this.#view = { ...this.#view, ...next }
    for (const listener of this.#listeners) listener()
  }
}

/** The draft of one try in this browser. */
export function keptDraft(name: string): KeptDraft {
  const key = `work:${name}`
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    write(kept) {
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // a full or closed storage costs what is not saved yet, not the hand-in
      }
    },
    drop() {
      try {
        localStorage.removeItem(key)
      } catch {
        // as above
      }
    },
  }
}
