// Reports of a package: its status and score, their stored values, and the values for its next opening.
import { ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import type { ScormItem, ScormVersion } from './manifest.format.ts'

export type Cmi = Record<string, string>
export type Result = { outcome: ScormStatus; score: number | null }

const number = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d{1,7}(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null
const rounded = (score: number) => Math.round(Math.max(-9_999, Math.min(9_999, score)) * 100) / 100

/** From 0 to 100 where the highest score is known; else the number that the package names. */
function scoreOf(version: ScormVersion, cmi: Cmi): number | null {
  const place = version === '1.2' ? 'cmi.core.score' : 'cmi.score'
  const scaled = number(cmi[`${place}.scaled`])
  if (scaled !== null) return rounded(scaled * 100)
  const [raw, least, most] = ['raw', 'min', 'max'].map((one) => number(cmi[`${place}.${one}`])) as [
    number | null,
    number | null,
    number | null,
  ]
  if (raw === null) return null
  const from = least ?? 0
  return most !== null && most > from ? rounded(((raw - from) / (most - from)) * 100) : rounded(raw)
}

const simple: Record<string, ScormStatus> = {
  passed: ScormStatus.passed,
  completed: ScormStatus.completed,
  failed: ScormStatus.failed,
  incomplete: ScormStatus.incomplete,
  browsed: ScormStatus.incomplete,
}

function statusOf(version: ScormVersion, cmi: Cmi): ScormStatus {
  if (version === '1.2') return simple[cmi['cmi.core.lesson_status'] ?? ''] ?? ScormStatus.incomplete
  const success = simple[cmi['cmi.success_status'] ?? '']
  if (success === ScormStatus.passed || success === ScormStatus.failed) return success
  return cmi['cmi.completion_status'] === 'completed' ? ScormStatus.completed : ScormStatus.incomplete
}

/** What a report says. A package that only completes is judged by the score that its manifest asks for. */
export function resultOf(version: ScormVersion, cmi: Cmi, mastery: number | null): Result {
  const [outcome, score] = [statusOf(version, cmi), scoreOf(version, cmi)]
  if (outcome !== ScormStatus.completed || mastery === null || score === null) return { outcome, score }
  return { outcome: score >= mastery ? ScormStatus.passed : ScormStatus.failed, score }
}

/** The better of both: paging back in a passed package does not undo it. */
export const betterOf = (one: Result, other: Result): Result => ({
  outcome: Math.max(one.outcome, other.outcome) as ScormStatus,
  score: one.score === null || other.score === null ? (one.score ?? other.score) : Math.max(one.score, other.score),
})

export const isDone = ({ outcome }: Pick<Result, 'outcome'>): boolean => outcome >= ScormStatus.completed

/** Percent of the finished parts, whole. */
export const percentOf = (items: readonly Pick<ScormItem, 'id'>[], done: ReadonlySet<string>): number =>
  Math.floor((items.filter(({ id }) => done.has(id)).length * 100) / Math.max(1, items.length))

/** Of the whole package: done when all parts are, failed when one is; the mean of the scores. */
export function overallOf(count: number, results: readonly Result[]): Result {
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]))
  const score = scores.length === 0 ? null : rounded(scores.reduce((sum, one) => sum + one, 0) / scores.length)
  const some = (outcome: ScormStatus) => results.some((one) => one.outcome === outcome)
  if (some(ScormStatus.failed)) return { outcome: ScormStatus.failed, score }
  const isAll = results.length >= count && results.every(isDone)
  if (isAll) return { outcome: some(ScormStatus.passed) ? ScormStatus.passed : ScormStatus.completed, score }
  return { outcome: results.some((one) => one.outcome > ScormStatus.none) ? ScormStatus.incomplete : ScormStatus.none, score }
}

/** Seconds of a time as packages write it, `0001:02:03.5` or `PT1H2M3.5S`; 0 for another text. */
export function secondsOf(text: string | undefined): number {
  const clock = /^(\d{1,4}):(\d{2}):(\d{2})(?:\.\d{1,2})?$/.exec(text ?? '')
  const span = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})(?:\.\d{1,2})?S)?)?$/.exec(text ?? '')
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (clock ? [0, ...clock.slice(1)] : (span?.slice(1) ?? [])).map((one) =>
    Number(one ?? 0),
  )
  return Math.min(100_000_000, ((days * 24 + hours) * 60 + minutes) * 60 + seconds)
}

const two = (part: number) => String(part).padStart(2, '0')
const parts = (seconds: number) => [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60] as const
function timeText(version: ScormVersion, seconds: number): string {
  const [hours, minutes, rest] = parts(seconds)
  return version === '1.2' ? `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(rest)}` : `PT${hours}H${minutes}M${rest}S`
}

/** Values of one visit, which the next begins without. */
const ofVisit =
  /^cmi\.(?:core\.)?(?:exit|session_time|entry|total_time|student_id|student_name|learner_id|learner_name|credit|lesson_mode|mode)$/
const lessonWords = { [ScormStatus.passed]: 'passed', [ScormStatus.completed]: 'completed' } as Partial<Record<ScormStatus, string>>

export type Opening = {
  version: ScormVersion
  item: Pick<ScormItem, 'mastery' | 'launchData'>
  stored: Cmi
  best: Result
  /** of the file, by the server's clock */
  learnSec: number
  learner: { id: string; name: string }
}

/** The values with which a part begins: what it stored last, with the best status, and what this site knows better. */
export function startOf({ version, item, stored, best, learnSec, learner }: Opening): Cmi {
  const isOld = version === '1.2'
  const place = isOld ? 'cmi.core' : 'cmi'
  const kept = Object.fromEntries(Object.entries(stored).filter(([name, value]) => value !== '' && !ofVisit.test(name)))
  const exit = stored[`${place}.exit`] ?? ''
  const isBegun = best.outcome > ScormStatus.none
  const isResumed = isBegun && (exit === 'suspend' || exit === '' || (stored['cmi.suspend_data'] ?? '') !== '')
  const word = lessonWords[best.outcome]
  const status = word === undefined ? {} : isOld ? { 'cmi.core.lesson_status': word } : doneIn2004(best.outcome)
  const mastery = item.mastery === null ? {} : masteryIn(isOld, item.mastery)
  return {
    ...kept,
    ...status,
    ...mastery,
    [`${place}.${isOld ? 'student_id' : 'learner_id'}`]: learner.id,
    [`${place}.${isOld ? 'student_name' : 'learner_name'}`]: learner.name,
    [`${place}.credit`]: 'credit',
    [`${place}.entry`]: isBegun ? (isResumed ? 'resume' : '') : 'ab-initio',
    [`${place}.total_time`]: timeText(version, learnSec),
    ...(item.launchData === '' ? {} : { 'cmi.launch_data': item.launchData }),
  }
}

const doneIn2004 = (status: ScormStatus): Cmi => ({
  'cmi.completion_status': 'completed',
  ...(status === ScormStatus.passed ? { 'cmi.success_status': 'passed' } : {}),
})
const masteryIn = (isOld: boolean, mastery: number): Cmi =>
  isOld ? { 'cmi.student_data.mastery_score': String(mastery) } : { 'cmi.scaled_passing_score': String(mastery / 100) }

/** The values as the database stores them: texts without NUL and lone surrogates. */
export const storable = (cmi: Cmi): Cmi => Object.fromEntries(Object.entries(cmi).map(([name, value]) => [clean(name), clean(value)]))
const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
