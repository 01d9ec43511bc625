// The SCORM API of a package in its frame. The functions run in the browser as text, so that each uses nothing from outside of itself.
import type { FrameStart, MakeApi } from './frame.data.ts'

type Call = (...given: unknown[]) => unknown
export type ScormApi = Record<string, Call>
type Runtime = ScormApi & { loadFromFlattenedJSON: (cmi: object, place: string) => void; getFlattenedCMI: () => Record<string, unknown> }

/** Gives a runtime its values; where it refuses one, those that matter most one by one. */
export function fillRuntime(runtime: Runtime, cmi: FrameStart['cmi']): void {
  try {
    runtime.loadFromFlattenedJSON(cmi, '')
  } catch {
    for (const [name, value] of Object.entries(cmi))
      if (/suspend_data|location|status|learner|student/.test(name))
        try {
          runtime.loadFromFlattenedJSON({ [name]: value }, '')
        } catch {
          // left out
        }
  }
}

/**
 * The API with the stored values. It reports what changed: two seconds after the first change, when the package commits, and at its end. A
 * package whose next page begins anew after the last one finished goes on with the values that it left.
 */
export function makeApi(fill: typeof fillRuntime, start: FrameStart, tell: Parameters<MakeApi>[1]): ReturnType<MakeApi> {
  const place = window as unknown as Record<string, new (settings: object) => Runtime>
  const isOld = start.version === '1.2'
  const wordOf = (name: string) => (isOld ? `LMS${name}` : name)
  const [begin, end] = [wordOf('Initialize'), isOld ? 'LMSFinish' : 'Terminate']
  let { from: seq, cmi } = start
  let [isBegun, isChanged, isEnded] = [false, false, false]
  let timer: ReturnType<typeof setTimeout> | undefined
  const fresh = () => {
    const one = new place[isOld ? 'Scorm12API' : 'Scorm2004API']!({ autocommit: false, autoCompleteLessonStatus: true, logLevel: 5 })
    fill(one, cmi)
    return one
  }
  let runtime = fresh()
  const valuesNow = () =>
    Object.fromEntries(
      Object.entries(runtime.getFlattenedCMI()).filter(([, value]) => typeof value === 'string' && value !== ''),
    ) as Record<string, string>
  const report = (isEnd: boolean) => {
    clearTimeout(timer)
    timer = undefined
    if (!isChanged || start.track === '0') return
    isChanged = false
    seq += 1
    tell({ session: start.session, seq, cmi: valuesNow() }, isEnd)
  }
  const beginAgain = () => {
    const ofVisit = /^cmi\.(?:core\.)?(?:exit|session_time|entry)$/
    const kept = Object.fromEntries(Object.entries(valuesNow()).filter(([name]) => !ofVisit.test(name)))
    cmi = { ...start.cmi, ...kept, [isOld ? 'cmi.core.entry' : 'cmi.entry']: 'resume' }
    runtime = fresh()
    isEnded = isBegun = false
  }
  const after: Record<string, (result: unknown) => void> = {
    [begin]: (result) => {
      if (String(result) === 'true') isBegun = isChanged = true
    },
    [wordOf('SetValue')]: () => {
      isChanged = isBegun
      timer ??= setTimeout(report, 2_000, false)
    },
    [wordOf('Commit')]: () => report(false),
    [end]: () => {
      report(true)
      isEnded = isBegun
    },
  }
  const api: ScormApi = {}
  const names = ['Initialize', 'GetValue', 'SetValue', 'Commit', 'GetLastError', 'GetErrorString', 'GetDiagnostic'].map(wordOf)
  for (const name of [...names, end])
    api[name] = (...given) => {
      if (name === begin && isEnded) beginAgain()
      const result = runtime[name]!(...given)
      after[name]?.(result)
      return result
    }
  return { api: isOld ? api : Object.assign(api, { version: '1.0' }), report }
}
