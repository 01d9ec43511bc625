// What a course sets for its player: speeds, watermark, and questions in files.
import { say } from '../course.texts.ts'
import * as z from '../../kernel/z.ts'
import { count, flag, id, optionalText } from '../../kernel/field.ts'
import { encoded } from '../../kernel/message.ts'

/** Playing speeds that a course can offer. */
export const playSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3] as const
const speeds = z
  .array(z.number().refine((one) => playSpeeds.some((speed) => speed === one)))
  .min(1, encoded(say('speedsUnchosen')))
  .max(playSpeeds.length)
  .meta({ title: '倍速' })
const watermark = flag('姓名水印')
/** What the player offers. A change without these fields leaves the stored ones. */
export const playerFields = { speeds: speeds.optional(), watermark: watermark.optional() }

/** A question of the bank at a second of a video or recording; the file goes on when it is answered. */
export const Stop = z.object({
  atSec: count('插题时间', 0, 86_400, '秒'),
  quId: id('试题'),
  /** the stem as plain text, for editors */
  title: optionalText('试题', 200),
})
export const Stops = z
  .array(Stop)
  .max(50, encoded(say('stopsTooMany')))
  .refine((all) => new Set(all.map((one) => one.atSec)).size === all.length, encoded(say('stopTwice')))
