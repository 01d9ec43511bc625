// The acts of the audit log that concern one exam or one course.
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'

/** The condition of the index sys_log_exams, as the migration has it. */
const ofTheOffice = sql<SqlBool>`(path like '/api/exam/exam/%' or path like '/api/exam/override/%' or path like '/api/exam/watch/%' or path like '/api/exam/offline/%'
    or path like '/api/paper/fix/%' or path in ('/api/paper/review/allocate', '/api/paper/review/rubric-save', '/api/notify/send'))`

/**
 * The order of a page of these acts. As expressions: by the columns themselves the planner walks the whole log along its index of times, which
 * took a second for an exam with thousands of acts.
 */
export const subjectOrder = {
  key: 'id',
  sortable: { createTime: sql`(create_time + interval '0')` },
  fallback: [
    [sql`(create_time + interval '0')`, 'desc'],
    ['id', 'desc'],
  ] as [ReturnType<typeof sql> | 'id', 'desc'][],
}

const columns = ['id', 'createTime', 'userId', 'userName', 'apiToken', 'title', 'path', 'input', 'before', 'after'] as const

/** Rows of the audit log about an exam; papers and answers of candidates are not among them. */
export const logsOfExam = ({ db }: Pick<Ctx, 'db'>, examId: string) =>
  db
    .selectFrom('sysLog')
    .where(sql<SqlBool>`sys_log_exams(path, input, before, after) @> array[${examId}::text]`)
    .where(ofTheOffice)
    .select(columns)

/** The condition of the index sys_log_courses, as the migration has it. */
const ofCourses = sql<SqlBool>`(path like '/api/course/course/%' or path in ('/api/stat/course/remind', '/api/notify/send'))`

/** Rows of the audit log about a course; learning is not among them. */
export const logsOfCourse = ({ db }: Pick<Ctx, 'db'>, courseId: string) =>
  db
    .selectFrom('sysLog')
    .where(sql<SqlBool>`sys_log_courses(path, input, after) @> array[${courseId}::text]`)
    .where(ofCourses)
    .select(columns)
