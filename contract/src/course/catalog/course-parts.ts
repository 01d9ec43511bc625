// Parts of a course's form: reading check, deadline, faces, and its files.
import * as z from '../../kernel/z.ts'
import { code, count, flag, id, moment, optionalText } from '../../kernel/field.ts'
import { courseFileState, courseFileType } from '../file/file.ts'
import { faceSettings } from '../face-settings.ts'
import { Stop } from './player.ts'

/** The learner is asked from time to time whether they are still there. A change without these fields leaves the stored ones. */
export const readCheck = {
  checkOn: flag('学习检查').optional(),
  /** seconds between two checks; 0: none */
  checkSec: count('检查间隔', 0, 86_400, '秒').optional(),
}

/** Until when the course is to be finished; it stays open after it. A change without these fields leaves the stored ones. */
export const deadline = {
  deadlineTime: moment('截止时间').nullable().optional(),
  /** days after the learner first opened the course; with `deadlineTime` the earlier of both counts; null: none */
  deadlineDays: count('学习期限', 1, 3_650, '天').nullable().optional(),
}

/** Optional as those of `readCheck`. */
export const faceRules = {
  faceCheck: faceSettings.faceCheck.optional(),
  faceInterval: faceSettings.faceInterval.optional(),
  faceChance: faceSettings.faceChance.optional(),
}

export const MOST_SECTIONS = 200
export const MOST_ITEMS = 500

/** One file of a course. */
export const item = {
  fileId: id('课件'),
  /** the chapter; empty: none */
  chapter: optionalText('章节', 100),
  required: flag('必学'),
  /** minimum reading time of a file without a duration; videos and audio count by their length */
  minSec: count('最少学习时长', 0, 86_400, '秒'),
  /** when learners may open it; null: with the course. A change without it leaves the stored one. */
  openTime: moment('开放时间').nullable().optional(),
  /** until when it is to be finished; it stays open after it. null: none. Optional as `openTime`. */
  dueTime: moment('应学完时间').nullable().optional(),
}
export const CourseItem = z.object({
  ...item,
  openTime: moment('开放时间').nullable(),
  dueTime: moment('应学完时间').nullable(),
  title: z.string(),
  fileType: code('类型', courseFileType),
  fileType_dictText: z.string(),
  /** seconds; 0: none or unknown */
  duration: z.int(),
  fileSize: z.int(),
  enabled: z.boolean(),
})

/** A section as editors see it. */
export const CourseSection = z.object({
  id: id('章节'),
  /** empty: its files stand without a heading */
  title: z.string(),
})
/** One file as editors see it. */
export const BuildItem = CourseItem.extend({
  /** null: before the first section */
  sectionId: id('章节').nullable(),
  state: code('转码状态', courseFileState),
  stops: z.array(Stop),
})
