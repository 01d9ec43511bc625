// Loaded before the servers of the drill `chaos`: their clock is that of the machine and the seconds in a file.
import { readFileSync } from 'node:fs'

const READ_MS = 200
const Real = Date
let shift = 0
const read = () => {
  shift = Number(readFileSync(process.env.DRILL_CLOCK_FILE ?? '', 'utf8')) * 1_000
}
read()
setInterval(read, READ_MS).unref()

const now = () => Real.now() + shift
globalThis.Date = new Proxy(Real, {
  construct: (target, args, as) => Reflect.construct(target, args.length > 0 ? args : [now()], as) as object,
  apply: () => new Real(now()).toString(),
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
})
