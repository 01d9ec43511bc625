// Exam settings for recordings of candidates as evidence (docs/decisions/0214).
import { choice, count, flag } from '../kernel/field.ts'

/** What an exam records, as candidates may see it. */
export const recordRules = {
  recordCamera: flag('摄像头录像'),
  /** only together with the camera */
  recordSound: flag('录制声音'),
  recordScreen: flag('录制整个屏幕'),
  /** a second camera, beside the candidate */
  recordPhone: flag('手机第二机位'),
  /** after the hand-in */
  recordDays: count('录像保存', 7, 365, '天'),
}

/** Where the bytes go. auto: to the storage provider where the forecast is beyond what one server takes beside an exam (docs/decisions/0240) */
export const recordPlaces = { auto: '自动', here: '本服务器', cloud: '直传云存储' } as const
export type RecordWhere = keyof typeof recordPlaces
export type RecordPlace = Exclude<RecordWhere, 'auto'>

/** Form fields; everything is off by default. */
export const recordSettings = {
  recordCamera: recordRules.recordCamera.default(false),
  recordSound: recordRules.recordSound.default(false),
  recordScreen: recordRules.recordScreen.default(false),
  recordPhone: recordRules.recordPhone.default(false),
  recordDays: recordRules.recordDays.default(30),
  recordWhere: choice('录像存放', recordPlaces).default('auto'),
}

/** Bits a second that a recorder is asked for. */
export const recordBits = { camera: 60_000, sound: 16_000, screen: 150_000, phone: 60_000 } as const
/** The share of these bits that a quiet room and a quiet screen need, measured (docs/decisions/0214). */
const QUIET = { camera: 0.2, sound: 0.93, screen: 0.27, phone: 0.2 } as const

export type Recorded = { camera: boolean; sound: boolean; screen: boolean; phone: boolean }

/** What recordings of so many candidates take at the same time: the line in Mbit/s and the disk in GB an hour, from a quiet room to the most. */
export function recordNeeds({ camera, sound, screen, phone }: Recorded, candidates: number) {
  const on = { camera, sound: camera && sound, screen, phone }
  const names = (Object.keys(recordBits) as (keyof typeof recordBits)[]).filter((name) => on[name])
  const most = names.reduce((sum, name) => sum + recordBits[name], 0)
  const least = names.reduce((sum, name) => sum + recordBits[name] * QUIET[name], 0)
  const line = (bits: number) => Math.max(1, Math.round((bits * candidates) / 1e6))
  const disk = (bits: number) => Math.max(0.1, Math.round((bits * candidates * 3_600) / 8 / 1e8) / 10)
  return { line: { least: line(least), most: line(most) }, disk: { least: disk(least), most: disk(most) } }
}

/** With `auto`, more than so many candidates, or more Mbit/s at the most, go straight to the storage provider. */
export const CLOUD_FROM = { candidates: 300, mbits: 50 } as const

/** Where a recording of so many candidates goes. @param hasCloud whether the site's storage takes files from browsers; without it everything stays here */
export function recordPlace(where: RecordWhere, what: Recorded, candidates: number, hasCloud: boolean): RecordPlace {
  if (!hasCloud || where === 'here') return 'here'
  if (where === 'cloud') return 'cloud'
  return candidates > CLOUD_FROM.candidates || recordNeeds(what, candidates).line.most > CLOUD_FROM.mbits ? 'cloud' : 'here'
}
