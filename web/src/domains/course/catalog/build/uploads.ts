// Files that were dropped on the builder: each is sent on its own, becomes a course file, and fails on its own.
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { call, CallFailure } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { isAccepted } from '../../../../kernel/import/accept.ts'
import { Followed } from '../../../../kernel/state/store.ts'
import { sendFile } from '../../../../shared/upload/send-file.ts'
import { courseKinds } from '../../file/course-kinds.ts'
import { sendCovers } from '../../file/cover-of.ts'
import { bareName } from '../../file/file-labels.ts'
import { showNotes } from '../../file/package-notes.ts'

/** `problem` '': it is on its way, or waits; `refused`: of a kind that no attempt changes */
export type Upload = { uid: string; name: string; sectionKey: string | null; percent: number; problem: string; refused: boolean }
type Waiting = Upload & { number: number; file: File; abort: AbortController }
/** `number`: in the order in which the files were given */
type Stored = (stored: { fileId: string; title: string; sectionKey: string | null; number: number }) => void

/** Sent at the same time. */
const AT_ONCE = 3
const LONGEST_TITLE = 200
const WHOLE = 100

export class Uploads extends Followed {
  #all: Waiting[] = []
  #view: readonly Upload[] = []
  #running = 0
  #count = 0
  readonly #stored: Stored

  constructor(stored: Stored) {
    super()
    this.#stored = stored
  }

  get view(): readonly Upload[] {
    return this.#view
  }

  add(files: readonly File[], sectionKey: string | null): void {
    for (const file of files) {
      const problem = isAccepted(file.name, courseKinds) ? '' : t('不支持这种文件，可用：{{kinds}}', { kinds: courseKinds.join('、') })
      const number = this.#count++
      this.#all.push({
        uid: `upload-${number}`,
        number,
        name: file.name,
        sectionKey,
        percent: 0,
        problem,
        refused: problem !== '',
        file,
        abort: new AbortController(),
      })
    }
    this.#show()
    this.#next()
  }

  retry(uid: string): void {
    this.#set(uid, { problem: '', percent: 0, abort: new AbortController() })
    this.#next()
  }

  /** Stops a file that is on its way, or takes a failed one away. */
  remove(uid: string): void {
    const one = this.#all.find((other) => other.uid === uid)
    this.#forget(uid)
    if (one?.problem === '') one.abort.abort()
  }

  #forget(uid: string) {
    this.#all = this.#all.filter((one) => one.uid !== uid)
    this.#show()
  }

  readonly #started = new Set<string>()

  #next() {
    while (this.#running < AT_ONCE) {
      const one = this.#all.find(({ uid, problem }) => problem === '' && !this.#started.has(uid))
      if (!one) return
      this.#started.add(one.uid)
      this.#running++
      void this.#send(one).finally(() => {
        this.#running--
        this.#started.delete(one.uid)
        this.#next()
      })
    }
  }

  async #send({ uid, number, file, sectionKey, abort: { signal } }: Waiting) {
    try {
      const onProgress = (percent: number) => this.#set(uid, { percent: Math.min(percent, WHOLE) })
      const { url } = await sendFile(file, 'course', { signal, onProgress })
      const title = bareName(file.name).slice(0, LONGEST_TITLE)
      const { id, notes } = await call(courseFile.save, { title, catId: '', fileUrl: url, duration: 0 }, { quiet: true, signal })
      if (signal.aborted) return
      this.#forget(uid)
      this.#stored({ fileId: id, title, sectionKey, number })
      showNotes(title, notes)
      void sendCovers([{ id, file }])
    } catch (error) {
      if (signal.aborted) return
      this.#set(uid, { problem: problemOf(error) })
    }
  }

  #set(uid: string, more: Partial<Waiting>) {
    this.#all = this.#all.map((one) => (one.uid === uid ? { ...one, ...more } : one))
    this.#show()
  }

  #show() {
    this.#view = this.#all.map(({ number: _number, file: _file, abort: _abort, ...one }) => one)
    this.changed()
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof CallFailure)) return t('上传失败，请重试')
  const [field] = (error.data as { fields?: { msg: string }[] } | null)?.fields ?? []
  return field?.msg ?? error.message
}
