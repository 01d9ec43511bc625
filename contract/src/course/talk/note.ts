// A learner's private notes at a place of a course file.
import * as z from '../../kernel/z.ts'
import { endpoints, hot, query } from '../../kernel/endpoint.ts'
import { count, id, ids, moment, text } from '../../kernel/field.ts'

/** Most notes of one learner in one course. */
export const MOST_NOTES = 500

/** Where in a course something was written. */
export const placeFields = {
  courseId: id('课程'),
  /** none: the course as a whole */
  fileId: id('课件').nullable().default(null),
  /** seconds of a video or audio, page of a PDF; 0: the file as a whole */
  position: count('位置', 0, 1_000_000).default(0),
}

const Note = z.object({
  id: id('笔记'),
  fileId: z.string().nullable(),
  /** of the file; empty: none */
  fileTitle: z.string(),
  position: z.int(),
  content: z.string(),
  createTime: moment('创建时间'),
})

/** Saving and removing are `hot`: the audit log is read by others, and the notes are private. */
export const courseNote = endpoints('course/note', 'course', {
  /** in the order of the course, at most MOST_NOTES */
  list: query({ title: '课程笔记', permit: 'any', input: z.object({ courseId: id('课程') }), output: z.array(Note) }),
  /** with `id` the text of a note is changed, and its place stays */
  save: hot({
    title: '保存笔记',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({
      id: id('笔记').optional(),
      ...placeFields,
      content: text('笔记内容', 2_000).meta({ title: '笔记内容', control: 'textarea' }),
    }),
    output: z.object({ id: z.string() }),
  }),
  delete: hot({ title: '删除笔记', permit: 'any', input: ids('笔记'), output: z.literal(true) }),
})
