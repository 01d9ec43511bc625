// The options of an exam that concern the room while a paper is open (exam-rules.md, *Delivery*).
import { count, flag } from '../kernel/field.ts'

/** How a candidate is watched and led while the paper is open. */
export const roomRules = {
  leaveWatch: flag('离开监测'),
  /** away for longer than this is a leave; shorter is not */
  leaveSeconds: count('离开判定', 0, 600, '秒'),
  leaveLimit: count('离开上限', 1, 100, '次'),
  fullScreen: flag('全屏作答'),
  /** between two pictures; 0: none are taken */
  captureMinutes: count('抓拍间隔', 0, 240, '分钟'),
  faceChance: count('连续失败上限', 1, 100, '次'),
  takeoverUnlock: flag('换机需监考解锁'),
  stepMode: flag('逐题作答'),
  /** in step mode: earlier questions may be looked at and changed */
  stepBack: flag('允许返回上一题'),
}

/** The same for a form: all of it off unless told. */
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
