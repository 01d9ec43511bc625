// Exam settings for the exam room (exam-rules.md, *Delivery*).
import { count, flag } from '../kernel/field.ts'

/** Monitoring and navigation while a paper is open. */
export const roomRules = {
  leaveWatch: flag('离开监测'),
  /** an absence longer than this counts as a leave */
  leaveSeconds: count('离开判定', 0, 600, '秒'),
  leaveLimit: count('离开上限', 1, 100, '次'),
  fullScreen: flag('全屏作答'),
  /** interval between two captures; 0: none */
  captureMinutes: count('抓拍间隔', 0, 240, '分钟'),
  faceChance: count('连续失败上限', 1, 100, '次'),
  takeoverUnlock: flag('换机需监考解锁'),
  stepMode: flag('逐题作答'),
  /** step mode: the candidate may return to earlier questions and change them */
  stepBack: flag('允许返回上一题'),
}

/** Form fields; everything is off by default. */
export const roomSettings = {
  leaveWatch: roomRules.leaveWatch.default(false),
  leaveSeconds: roomRules.leaveSeconds.default(5),
  leaveLimit: roomRules.leaveLimit.default(3),
  fullScreen: roomRules.fullScreen.default(false),
  captureMinutes: roomRules.captureMinutes.default(0),
  faceChance: roomRules.faceChance.default(3),
  takeoverUnlock: roomRules.takeoverUnlock.default(false),
  stepMode: roomRules.stepMode.default(false),
  stepBack: roomRules.stepBack.default(true),
}
