// What the captures of a course mean for the learner, said before they start.
import { t } from '../../../kernel/i18n.ts'

/** `minutes` between two captures; `limit` failures in a row end the learning. */
export const captureRules = ({ minutes, limit }: { minutes: number; limit: number }): string =>
  t(
    '本课程每{{minutes}}分钟用摄像头抓拍一次。抓拍不到人脸、有多张人脸或不是本人算失败：上次通过后的学习时间不算，通过前不计时；连续失败{{limit}}次将退出学习。',
    { minutes, limit },
  )
