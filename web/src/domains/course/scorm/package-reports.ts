// Sends what a package reports: the newest report of a part, one at a time; what the server did not confirm is stored until it has.
import type { courseScorm } from '@shuyuan/contract/course/scorm/scorm.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import type { StoredReports, UnsentReport } from './stored-reports.ts'

type Saved = Data<(typeof courseScorm)['save']>
type World = { save: (report: UnsentReport, keepalive: boolean) => Promise<Saved>; stored: StoredReports }
type Listener = {
  onSaved: (saved: Saved, report: UnsentReport) => void
  /** whether reports wait for the network */
  onWaiting: (isWaiting: boolean) => void
}

const isPassing = (error: unknown) =>
  error instanceof CallFailure && (error.reason === 'network' || error.reason === 'http' || error.reason === 'tooOften')
const isNewer = (one: UnsentReport, other: UnsentReport) =>
  one.session > other.session || (one.session === other.session && one.seq > other.seq)

export class PackageReports {
  readonly #world: World
  #sending: Promise<boolean> | undefined
  #listener: Listener | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** Tells this page, and no other, what became of the reports; undefined: none. */
  tell(listener: Listener | undefined): void {
    this.#listener = listener
  }

  /** Stores a report, and sends it. */
  take(report: UnsentReport): void {
    const all = this.#world.stored.read()
    const known = all.find((one) => one.track === report.track)
    if (known && !isNewer(report, known)) return
    this.#world.stored.write([...all.filter((one) => one !== known), report])
    void this.send()
  }

  /** Sends the stored reports. @returns whether nothing is left */
  send(keepalive = false): Promise<boolean> {
    this.#sending ??= this.#sendAll(keepalive).finally(() => (this.#sending = undefined))
    return this.#sending
  }

  async #sendAll(keepalive: boolean): Promise<boolean> {
    for (let next = this.#next(); next; next = this.#next()) if (!(await this.#sendOne(next, keepalive))) return false
    return true
  }

  readonly #next = () => this.#world.stored.read()[0]

  /** @returns false when the network failed */
  async #sendOne(report: UnsentReport, keepalive: boolean): Promise<boolean> {
    try {
      const saved = await this.#world.save(report, keepalive)
      this.#drop(report)
      this.#listener?.onWaiting(false)
      this.#listener?.onSaved(saved, report)
    } catch (error) {
      if (isPassing(error)) {
        this.#listener?.onWaiting(true)
        return false
      }
      // it will be refused again
      this.#drop(report)
    }
    return true
  }

  /** A newer report of the part stays. */
  #drop({ track, session, seq }: UnsentReport) {
    const { stored } = this.#world
    stored.write(stored.read().filter((one) => one.track !== track || one.session !== session || one.seq !== seq))
  }
}
