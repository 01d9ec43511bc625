// Keeps a board and stores each change as it is made: one call after another, each against the version that the last one answered.
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { call, CallFailure } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { Followed } from '../../../../kernel/state/store.ts'
import { type Board, boardOf, changeItem, type Facts, factsOf, nextStep, putBack, type Step, stepped } from './board.ts'
import { sendStep } from './step-calls.ts'

type Detail = Data<(typeof course)['admin/detail']>
type SaveState = 'saved' | 'saving' | 'failed'
/** A file that was refused, with the server's words. */
export type Refused = { fileId: string; title: string; reason: string }
export type BoardView = {
  board: Board
  facts: ReadonlyMap<string, Facts>
  state: SaveState
  refused: readonly Refused[]
  /** what the next undo takes back; undefined: nothing */
  undo: string | undefined
}

/** Steps that can be taken back. */
const MOST_UNDO = 50
const ITEM_FIELD = /^items\.(\d+)\./

type FieldProblem = { field: string; msg: string }

export class BoardSync extends Followed {
  readonly #courseId: string
  #version: number
  readonly #first: number
  #stored: Board
  /** ids of the stored sections by key */
  readonly #ids = new Map<string, string>()
  #undo: { board: Board; name: string }[] = []
  #running: Promise<void> | undefined
  #newKeys = 0
  #view: BoardView

  constructor(detail: Detail) {
    super()
    this.#courseId = detail.id
    this.#version = detail.version
    this.#first = detail.version
    this.#stored = boardOf(detail)
    for (const { id } of detail.sections) this.#ids.set(id, id)
    const facts = new Map(detail.files.map((one) => [one.fileId, factsOf(one)]))
    this.#view = { board: this.#stored, facts, state: 'saved', refused: [], undo: undefined }
  }

  get view(): BoardView {
    return this.#view
  }

  /** Whether this window has stored a change. */
  get hasChanged(): boolean {
    return this.#version !== this.#first
  }

  /** A key for a section that is added. */
  newKey(): string {
    return `new-${++this.#newKeys}`
  }

  /** Changes the board and stores it. `name`: what was done, for undo. */
  change(name: string, to: (board: Board) => Board): void {
    const { board } = this.#view
    const next = to(board)
    if (next === board) return
    this.#undo = [...this.#undo, { board, name }].slice(-MOST_UNDO)
    this.#show({ board: next, undo: name })
    void this.flush()
  }

  /** Facts of files that the server has not described yet. */
  know(facts: Iterable<[string, Facts]>): void {
    this.#show({ facts: new Map([...this.#view.facts, ...facts]) })
  }

  /** Takes the last change back. */
  undo(): void {
    const last = this.#undo.pop()
    if (!last) return
    this.#show({ board: last.board, undo: this.#undo.at(-1)?.name })
    void this.flush()
  }

  /** A file got another name in its own form, which has stored it. */
  rename(fileId: string, title: string): void {
    const named = (board: Board): Board => changeItem(board, fileId, { title })
    this.#stored = named(this.#stored)
    this.#undo = this.#undo.map((one) => ({ ...one, board: named(one.board) }))
    this.#show({ board: named(this.#view.board) })
  }

  dismiss(fileId: string): void {
    this.#show({ refused: this.#view.refused.filter((one) => one.fileId !== fileId) })
  }

  /** Stores what is not stored yet. Resolves when all is stored, or when it cannot be. */
  flush(): Promise<void> {
    return this.#running ?? this.#begin(() => this.#run())
  }

  /** Puts files back that were taken out. `ids`: of the recycle bin. Resolves when they are shown, or refused. */
  async restore(ids: readonly string[]): Promise<void> {
    await this.flush()
    // changes that were made meanwhile
    while (this.#running) await this.#running
    if (this.#view.state === 'saved') await this.#begin(() => this.#restore(ids))
  }

  /** One piece of work at a time. */
  #begin(work: () => Promise<void>): Promise<void> {
    this.#running = work().finally(() => {
      this.#running = undefined
      // the board may have changed during the last step
      if (this.#view.state === 'saved' && nextStep(this.#stored, this.#view.board)) void this.flush()
    })
    return this.#running
  }

  async #restore(ids: readonly string[]) {
    this.#show({ state: 'saving' })
    try {
      const place = { courseId: this.#courseId, version: this.#version }
      this.#version = (await call(courseBuild['item-restore'], { ...place, ids: [...ids] }, { quiet: true })).version
      const detail = await call(course['admin/detail'], { id: this.#courseId }, { quiet: true })
      if (detail.version !== this.#version) return void (await this.#reload())
      const keys = new Map([...this.#ids].map(([key, id]) => [id, key]))
      this.#stored = boardOf(detail, (id) => keys.get(id) ?? id)
      const { board } = this.#view
      this.#undo = [...this.#undo, { board, name: t('恢复课件') }].slice(-MOST_UNDO)
      const facts = new Map(detail.files.map((one) => [one.fileId, factsOf(one)]))
      this.#show({ board: putBack(board, this.#stored), facts, state: 'saved', undo: t('恢复课件') })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.reason === 'conflict') return void (await this.#reload())
      // nothing was changed
      this.#show({ state: 'saved' })
      notify.error(error.message)
    }
  }

  async #run() {
    for (;;) {
      const { board } = this.#view
      const step = nextStep(this.#stored, board)
      if (!step) {
        this.#show({ state: 'saved' })
        return
      }
      this.#show({ state: 'saving' })
      try {
        await this.#take(step, board)
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        if (!(await this.#recover(error, step))) return
      }
    }
  }

  async #take(step: Step, board: Board) {
    const place = { courseId: this.#courseId, version: this.#version }
    const { version, sectionId, files } = await sendStep(step, place, this.#ids)
    if (sectionId !== undefined && step.call === 'section-save') this.#ids.set(step.key, sectionId)
    this.#version = version
    this.#stored = stepped(this.#stored, step, board)
    if (files) this.#learn(files)
  }

  /** What the server says of files that were just stored; it gives back the questions of a file that was in the course before. */
  #learn(files: Detail['files']) {
    const byId = new Map(files.map((one) => [one.fileId, one]))
    const filled = (board: Board): Board => ({
      ...board,
      items: board.items.map((one) => {
        const known = byId.get(one.fileId)
        return known && one.stops === undefined ? { ...one, stops: known.stops, title: known.title } : one
      }),
    })
    this.#stored = filled(this.#stored)
    this.#undo = this.#undo.map((one) => ({ ...one, board: filled(one.board) }))
    this.#show({
      board: filled(this.#view.board),
      facts: new Map([...this.#view.facts, ...files.map((one): [string, Facts] => [one.fileId, factsOf(one)])]),
    })
  }

  /** @returns whether to go on */
  async #recover(error: CallFailure, step: Step): Promise<boolean> {
    if (error.reason === 'network' || error.reason === 'http') {
      this.#show({ state: 'failed' })
      notify.error(error.message)
      return false
    }
    if (error.reason === 'conflict' || error.reason === 'notFound') return this.#reload()
    const { fields = [] } = (error.data ?? {}) as { fields?: FieldProblem[] }
    if (step.call === 'item-save' && step.isNew && fields.some((one) => ITEM_FIELD.test(one.field))) {
      this.#refuse(step, fields)
      return true
    }
    notify.error(error.message)
    // what the server refuses is taken back
    this.#undo = []
    this.#show({ board: this.#stored, undo: undefined, state: 'saved' })
    return false
  }

  /** Files that were refused leave the board and say why; the others are sent again. */
  #refuse(step: Extract<Step, { call: 'item-save' }>, fields: readonly FieldProblem[]) {
    const reasons = new Map(
      fields.flatMap(({ field, msg }) => {
        const at = ITEM_FIELD.exec(field)?.[1]
        const item = at === undefined ? undefined : step.items[Number(at)]
        return item ? [[item.fileId, msg] as const] : []
      }),
    )
    const { board, refused } = this.#view
    const without = (one: Board): Board => ({ ...one, items: one.items.filter((item) => !reasons.has(item.fileId)) })
    const gone = board.items.flatMap(({ fileId, title }) => (reasons.has(fileId) ? [{ fileId, title, reason: reasons.get(fileId)! }] : []))
    this.#undo = this.#undo.map((one) => ({ ...one, board: without(one.board) }))
    this.#show({ board: without(board), refused: [...refused, ...gone] })
  }

  /** Another window or person changed the course: what they stored is shown. */
  async #reload(): Promise<boolean> {
    notify.warning(t('课程已在别处修改，已显示最新内容，请重做刚才的修改'), 6)
    try {
      const detail = await call(course['admin/detail'], { id: this.#courseId })
      this.#version = detail.version
      this.#stored = boardOf(detail)
      this.#ids.clear()
      for (const { id } of detail.sections) this.#ids.set(id, id)
      this.#undo = []
      const facts = new Map(detail.files.map((one) => [one.fileId, factsOf(one)]))
      this.#show({ board: this.#stored, facts, state: 'saved', undo: undefined })
    } catch (error) {
      // the failure of the call has been shown
      if (!(error instanceof CallFailure)) throw error
      this.#show({ state: 'failed' })
    }
    return false
  }

  #show(more: Partial<BoardView>) {
    this.#view = { ...this.#view, ...more }
    this.changed()
  }
}
