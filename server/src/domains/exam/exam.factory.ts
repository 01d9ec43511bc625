// Exams for tests and for the demo school.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { saveExam } from './exam.service.ts'

/** A public exam that began an hour ago and ends in a day, unless told otherwise. @returns its id */
export async function makeExam(ctx: Ctx, given: { tmplId: string } & Partial<Input<typeof exam.save>>): Promise<string> {
  const hour = 3_600_000
  const { id } = await saveExam(ctx, {
    title: '模拟考试',
    remark: '',
    openType: 1,
    startTime: new Date(ctx.now.getTime() - hour),
    endTime: new Date(ctx.now.getTime() + 24 * hour),
    minutes: 60,
    passScore: 0,
    tries: 0,
    lateMinutes: 0,
    earliestMinutes: 0,
    showScore: 'marked',
    showAnswer: 'marked',
    allowPaste: true,
    markOptions: { blankShortZero: true, ignoreCase: true, negative: false },
    leaveWatch: false,
    leaveSeconds: 5,
    leaveLimit: 3,
    fullScreen: false,
    captureMinutes: 0,
    faceChance: 3,
    takeoverUnlock: false,
    stepMode: false,
    stepBack: true,
    pledge: '',
    needFace: false,
    needApply: false,
    price: 0,
    costPoints: 0,
    offline: false,
    prerequisites: [],
    courses: [],
    markBlind: false,
    markStep: 50,
    markDouble: false,
    markTolerance: 100,
    awardPoints: 0,
    signals: {},
    signalLimit: 3,
    quSeconds: 0,
    watermark: false,
    antiDebug: false,
    seb: 'off',
    showRank: false,
    wrongOnly: false,
    answerUntil: null,
    answerLooks: 0,
    password: '',
    deptCodes: [],
    userIds: [],
    ...given,
  })
  return id
}
