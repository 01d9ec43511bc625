// Who has learnt what: the people of a course, the courses of a department, and reminders.
import * as z from '../../kernel/z.ts'
import { say } from '../course.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { command, download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { choice, code, count, id, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { exportState } from '../../kernel/export-state.ts'
import { courseFileType } from '../file/file.ts'
import { learned } from '../catalog/course.ts'
import { ScormResult } from '../scorm/scorm.ts'

/** overdue: not finished by the deadline; outside: learnt it, but is no longer among those for whom the course is */
export const learntFilter = { ...learned, overdue: '已逾期', outside: '不在学习范围' } as const
/** Most people of an export that is made at once, and of one that is made in the background; people and courses of a page of the matrix; people who get more time at once. */
export const learntLimits = { now: 5_000, later: 200_000, page: 200, courses: 50, extended: 500 } as const

const people = {
  courseId: id('课程'),
  /** with its branches */
  deptCode: z.string().max(60).meta({ title: '部门' }).optional(),
}
const filters = {
  ...people,
  realName: keyword('姓名'),
  learned: choice('学习状态', learntFilter),
}
const person = {
  userId: z.string(),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  deptName: z.string().meta({ title: '部门' }),
}
const state = {
  learned: choice('学习状态', learned),
  /** percent of the required files, whole */
  process: count('学习进度', 0, 100, '%'),
  overdue: z.boolean().meta({ title: '已逾期' }),
}
/** By file id; files that were not opened are missing. */
const FileStates = z.record(
  z.string(),
  /** `outcome` and `score`: of a SCORM package only */
  z.object({ process: z.int(), learnSec: z.int(), finished: z.boolean() }).extend(ScormResult.partial().shape),
)

const LearntRow = z.object({
  ...person,
  ...state,
  /** seconds, over all files */
  learnSec: count('学习时长', 0, 100_000_000, '秒'),
  startTime: moment('首次学习').nullable(),
  lastTime: moment('最近学习').nullable(),
  finishTime: moment('完成时间').nullable(),
  /** the person's deadline; null: none */
  dueTime: moment('截止时间').nullable(),
  /** until when the person was given more time; null: not */
  extraTime: moment('延期至').nullable(),
  files: FileStates,
})

const exported = z.object(filters).partial().required({ courseId: true })

const Export = z.object({
  id: id('导出'),
  title: z.string().meta({ title: '课程' }),
  state: code('状态', exportState),
  done: z.int(),
  total: z.int(),
  bytes: z.int(),
  createTime: moment('创建时间'),
  expireTime: moment('保留至'),
})

export const statCourse = endpoints('stat/course', {
  /** the files of a course, and how many people within the caller's data scope are how far */
  overview: query({
    title: '课程学习概况',
    permit: 'course:stat',
    input: z.object(people),
    output: z.object({
      id: id('课程'),
      title: z.string(),
      deadlineTime: moment('截止时间').nullable(),
      deadlineDays: z.int().nullable(),
      files: z.array(z.object({ fileId: z.string(), title: z.string(), required: z.boolean(), fileType: code('类型', courseFileType) })),
      /** for whom the course is */
      people: count('应学人数'),
      /** of them, who have begun */
      begun: count('学习人数'),
      none: count('未学习'),
      going: count('学习中'),
      finished: count('已完成'),
      /** of those who have not finished */
      overdue: count('已逾期'),
    }),
  }),
  /** people for whom the course is, within the caller's data scope, by department */
  'user-paging': query({
    title: '课程学习名单',
    permit: 'course:stat',
    input: paging(filters),
    output: pageOf(LearntRow),
  }),
  /** at most learntLimits.now people */
  export: download({
    title: '导出学习名单',
    permit: 'course:stat',
    input: exported,
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    rate: { by: 'user', max: 10, seconds: 60 },
  }),
  /** The same in the background. The file is kept for 24 hours, for the caller only. */
  'export-save': command({
    title: '后台导出学习名单',
    permit: 'course:stat',
    input: exported,
    output: z.object({ id: z.string(), total: z.int() }),
  }),
  'export-list': query({ title: '学习名单导出任务', permit: 'course:stat', input: z.object({}), output: z.array(Export) }),
  'export-download': download({
    title: '下载学习名单',
    permit: 'course:stat',
    input: z.object({ id: id('导出') }),
    output: fileReply('application/octet-stream'),
  }),
  /** people of a department against courses; without `courseIds` the newest required courses that are enabled */
  matrix: query({
    title: '部门学习矩阵',
    permit: 'course:stat',
    input: paging({
      deptCode: z.string().max(60).meta({ title: '部门' }),
      realName: keyword('姓名'),
      courseIds: z.array(id('课程')).max(learntLimits.courses).meta({ title: '课程' }),
    }).extend({ size: z.int().min(1).max(learntLimits.page).meta({ title: '每页条数' }).default(10) }),
    output: pageOf(
      z.object({
        ...person,
        /** by course id; courses that are not for the person and were not learnt are missing */
        courses: z.record(z.string(), z.object({ ...state, finishTime: moment('完成时间').nullable() })),
      }),
    ).extend({ courses: z.array(z.object({ id: id('课程'), title: z.string() })) }),
  }),
  /**
   * Gives people more time: until then they are not overdue, and learn also after the course has ended; null takes it back. Each of them gets a
   * message. People who are not of the course, or beyond the caller's data scope, are left out.
   */
  extend: command({
    title: '学员延期',
    permit: 'course:update',
    input: z.object({
      courseId: id('课程'),
      userIds: z
        .array(id('人员'))
        .min(1, encoded(say('extendNobody')))
        .max(learntLimits.extended),
      dueTime: moment('延期至').nullable(),
    }),
    output: z.object({ people: z.int() }),
  }),
  /** Sends a message to those who have not finished; who was reminded within 24 hours gets none. */
  remind: command({
    title: '提醒未学完的学员',
    permit: 'course:remind',
    input: z.object({ ...people, userIds: z.array(id('人员')).max(5_000).optional() }),
    output: z.object({ sent: z.int(), skipped: z.int() }),
  }),
})
