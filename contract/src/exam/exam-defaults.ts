// Default settings of a new exam. Points are omitted, because their form differs between wire and server.
import { ExamOpenType } from './exam.ts'
import type { Body } from '../kernel/endpoint.ts'
import type { exam } from './exam.ts'
import { defaultSignals } from './integrity-settings.ts'

type Form = Body<typeof exam.save>

/** Rules of the exam room while a paper is open. */
export const roomDefaults = {
  leaveWatch: false,
  leaveSeconds: 5,
  leaveLimit: 3,
  fullScreen: false,
  captureMinutes: 0,
  faceChance: 3,
  takeoverUnlock: false,
  stepMode: false,
  stepBack: true,
  signals: { ...defaultSignals },
  signalLimit: 3,
  quSeconds: 0,
  watermark: false,
  antiDebug: false,
  seb: 'off',
  recordCamera: false,
  recordSound: false,
  recordScreen: false,
  recordPhone: false,
  recordDays: 30,
  recordWhere: 'auto',
} as const satisfies Partial<Form>

export const examDefaults = {
  openType: ExamOpenType.all,
  minutes: 60,
  tries: 1,
  lateMinutes: 0,
  earliestMinutes: 0,
  showScore: 'marked',
  showAnswer: 'closed',
  allowPaste: false,
  ...roomDefaults,
  pledge: '',
  needFace: false,
  needApply: false,
  costPoints: 0,
  openHours: '',
  offline: false,
  place: '',
  closeTraining: true,
  prerequisites: [],
  courses: [],
  markBlind: false,
  markStep: 50,
  markDouble: false,
  awardPoints: 0,
  awardBands: [],
  scoreBands: '',
  showRank: false,
  wrongOnly: false,
  answerUntil: null,
  answerLooks: 0,
} satisfies Partial<Form>
