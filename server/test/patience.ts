// Gives `vi.waitFor` a minute instead of a second; Vitest has no setting for it. The limit only ends a test that hangs.
import { vi } from 'vitest'

const PATIENCE_MS = 60_000
type Wait = typeof vi.waitFor
const patient = Symbol.for('patient')

const given = vi.waitFor as Wait & { [patient]?: true }
// all files of a worker share `vi`
if (!given[patient]) {
  const wait: Wait = (act, options = PATIENCE_MS) => given(act, options)
  vi.waitFor = Object.assign(wait, { [patient]: true as const })
}
