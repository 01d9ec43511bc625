// Settings of a course: face checks before it and captures while it is learnt. A change without these fields leaves the stored ones.
import { count, flag } from '../kernel/field.ts'

export const faceSettings = {
  faceCheck: flag('人脸核验'),
  /** minutes between two captures; 0: none */
  faceInterval: count('抓拍间隔', 0, 240, '分钟'),
  /** consecutive failed captures that end the learning */
  faceChance: count('连续失败上限', 1, 100, '次'),
}
