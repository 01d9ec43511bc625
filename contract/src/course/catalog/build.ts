// Building a course step by step: its sections, and the files in them. Each change names the version of the course that it changes.
import { say } from '../course.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { id, moment, text } from '../../kernel/field.ts'
import { encoded } from '../../kernel/message.ts'
import { BuildItem, CourseItem, item, MOST_ITEMS, MOST_SECTIONS } from './course-parts.ts'
import { Stops } from './player.ts'

const place = { courseId: id('课程'), version: z.int32() }
/** what the next change names */
const version = z.int32()
/** What item-removed answers at most. */
export const MOST_REMOVED = 100
const sectionId = id('章节').nullable()

/** The builder of a course: pages of learners load none of it. */
export const courseBuild = endpoints('course/course', 'course', {
  /** adds a section at the end, or renames one */
  'section-save': command({
    title: '保存课程章节',
    permit: 'course:update',
    input: z.object({ ...place, id: id('章节').optional(), title: text('章节名称', 100) }),
    output: z.object({ id: z.string(), version }),
  }),
  /** `ids`: all sections in their new order; one that is left out is removed, and refused while it has files */
  'section-sort': command({
    title: '调整章节顺序',
    permit: 'course:update',
    input: z.object({ ...place, ids: z.array(id('章节')).max(MOST_SECTIONS) }),
    output: z.object({ version }),
  }),
  /**
   * Adds files at the end of their sections, and changes files of the course; fields that are not named stay. A new file is required, has no minimum
   * time, and gets its earlier questions back if it was in the course before. Refused at `items.<n>.fileId`, so that the others can be sent again.
   */
  'item-save': command({
    title: '保存课程里的课件',
    permit: 'course:update',
    input: z.object({
      ...place,
      items: z
        .array(
          z.object({
            fileId: item.fileId,
            sectionId: sectionId.optional(),
            required: item.required.optional(),
            minSec: item.minSec.optional(),
            openTime: item.openTime,
            dueTime: item.dueTime,
            stops: Stops.optional(),
            /** of the file in the library, and so in all courses */
            title: text('课件名称', 200).optional(),
          }),
        )
        .min(1, encoded(say('courseFilesUnchosen')))
        .max(MOST_ITEMS, encoded(say('courseFilesTooMany'))),
    }),
    /** `files`: those that were named, as they are now */
    output: z.object({ version, files: z.array(BuildItem) }),
  }),
  /** `items`: all files of the course in their new order, each with its section */
  'item-sort': command({
    title: '调整课件顺序',
    permit: 'course:update',
    input: z.object({ ...place, items: z.array(z.object({ fileId: item.fileId, sectionId })).max(MOST_ITEMS) }),
    output: z.object({ version }),
  }),
  /** into the recycle bin; learning records, and questions with their answers, stay */
  'item-delete': command({
    title: '移出课件',
    permit: 'course:update',
    input: z.object({
      ...place,
      fileIds: z
        .array(item.fileId)
        .min(1, encoded(say('courseFilesUnchosen')))
        .max(MOST_ITEMS),
    }),
    output: z.object({ version }),
  }),
  /** the files that were taken out in the last 30 days and can be restored, the newest first, at most 100 */
  'item-removed': query({
    title: '移出的课件列表',
    permit: 'course:update',
    input: z.object({ courseId: id('课程') }),
    output: z.array(
      z.object({
        id: id('记录'),
        ...CourseItem.pick({ title: true, fileType: true, fileType_dictText: true }).shape,
        /** who took it out; '' after their account was deleted */
        realName: z.string().meta({ title: '操作人', control: 'text' }),
        createTime: moment('移出时间'),
        /** when it is forgotten */
        endTime: moment('保留至'),
      }),
    ),
  }),
  /** puts files back with their settings: at their place, or at the end of the course where their section is gone */
  'item-restore': command({
    title: '恢复移出的课件',
    permit: 'course:update',
    input: z.object({
      ...place,
      /** those of item-removed */
      ids: z
        .array(id('记录'))
        .min(1, encoded(say('courseFilesUnchosen')))
        .max(MOST_REMOVED),
    }),
    output: z.object({ version }),
  }),
})
