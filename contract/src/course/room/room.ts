// Lessons in a room: place and time, enrolment with a waiting list, sign-in by a changing code, attendance.
import * as z from '../../kernel/z.ts'
import { say } from '../course.texts.ts'
import { command, download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { choice, code, count, flag, id, keyword, moment, optionalText, pageOf, paging, sound, text } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { enrolReason, MOST_SEATS, MOST_SET, MOST_TEACHERS, seatState, signWay } from './room-codes.ts'

const place = { courseId: id('课程'), fileId: id('线下培训') }
const state = code('出勤', seatState)

export const roomSettings = {
  title: text('培训名称', 200),
  place: text('培训地点', 200),
  /** plain text */
  content: optionalText('培训说明', 2_000).meta({ title: '培训说明', control: 'textarea' }),
  startTime: moment('开始时间'),
  endTime: moment('结束时间'),
  /** null: any number */
  seats: count('座位数', 1, MOST_SEATS).nullable(),
  selfEnrol: flag('学员自己报名'),
  /** null: until the lesson begins */
  enrolUntil: moment('报名截止').nullable(),
  walkIn: flag('有空位时未报名也可签到'),
  lateMinutes: count('开始多久后算迟到', 0, 600, '分钟'),
  signOut: flag('需要签退'),
}
const teacherIds = z
  .array(id('讲师'))
  .max(MOST_TEACHERS, encoded(say('roomTeachersTooMany')))
  .meta({ title: '讲师', control: 'users' })

const RoomForm = z
  .object({ id: id('线下培训').optional(), version: z.int32().optional(), ...roomSettings, teacherIds })
  .refine((form) => form.endTime > form.startTime, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(sayKernel('endBeforeStart')),
  })
  .refine((form) => !form.enrolUntil || form.enrolUntil <= form.startTime, {
    when: sound('startTime', 'enrolUntil'),
    path: ['enrolUntil'],
    error: encoded(say('roomEnrolTooLate')),
  })

const facts = {
  place: z.string().meta({ title: '培训地点' }),
  startTime: moment('开始时间'),
  endTime: moment('结束时间'),
}

/** From when and until when people may sign in and out. */
const signTimes = { signFrom: moment('签到开始时间'), signUntil: moment('签到结束时间') }

/** A lesson as one of its learners sees it. */
const OwnRoom = z.object({
  ...place,
  title: z.string(),
  ...facts,
  ...signTimes,
  content: z.string(),
  teachers: z.array(z.string()),
  seats: z.int().nullable(),
  /** seats that are taken */
  taken: z.int(),
  enrolUntil: moment('报名截止').nullable(),
  signOut: z.boolean(),
  /** null: not enrolled */
  state: state.nullable(),
  /** on the waiting list: how many come first, the caller included; 0: not on it */
  turn: z.int(),
  inTime: moment('签到时间').nullable(),
  outTime: moment('签退时间').nullable(),
  /** null: the caller can enrol, or has a place */
  reason: choice('原因', enrolReason).nullable(),
  /** the caller may give up the place now */
  mayCancel: z.boolean(),
  finished: z.boolean(),
})

const RoomRow = z.object({
  id: id('线下培训'),
  title: z.string().meta({ title: '培训名称' }),
  ...facts,
  seats: z.int().nullable().meta({ title: '座位数' }),
  taken: z.int().meta({ title: '已报名' }),
  waiting: z.int().meta({ title: '候补' }),
  present: z.int().meta({ title: '已到' }),
  teachers: z.string().meta({ title: '讲师' }),
  /** the caller shows the code and sets people: made or teaches it, or has all data */
  mayLead: z.boolean(),
})

const SeatRow = z.object({
  id: z.string(),
  userId: id('学员'),
  realName: z.string().meta({ title: '学员' }),
  userName: z.string().meta({ title: '账号' }),
  deptName: z.string().meta({ title: '部门' }),
  courseTitle: z.string().meta({ title: '课程' }),
  state,
  queueTime: moment('报名时间'),
  walkedIn: z.boolean().meta({ title: '现场加入' }),
  inTime: moment('签到时间').nullable(),
  outTime: moment('签退时间').nullable(),
  /** who set the attendance; empty: by the code */
  markBy_dictText: z.string().meta({ title: '登记人' }),
})

const chosen = {
  fileId: id('线下培训'),
  realName: keyword('学员'),
  deptCode: z.string().max(60).optional().meta({ title: '部门' }),
  state: state.optional(),
}

export const courseRoom = endpoints('course/room', 'course', {
  /** a lesson in a room is a course file: it is listed, switched off and deleted as one */
  save: command({
    title: '保存线下培训',
    permit: ['course:file:add', 'course:file:update'],
    addOrUpdate: true,
    input: RoomForm,
    output: z.object({ id: z.string() }),
  }),
  setting: query({
    title: '线下培训设置',
    permit: ['course:file:list', 'course:list', 'course:room'],
    input: z.object({ id: id('线下培训') }),
    output: z.object({
      id: z.string(),
      version: z.int32(),
      ...roomSettings,
      content: z.string(),
      teacherIds,
      /** people who have or had a place */
      people: z.int(),
    }),
  }),
  /** enabled users of the back office, by name */
  teachers: query({
    title: '可选讲师',
    permit: ['course:file:add', 'course:file:update'],
    input: z.object({ name: keyword('姓名或账号'), ids: z.array(id('讲师')).max(MOST_TEACHERS).optional() }),
    output: z.array(z.object({ id: z.string(), realName: z.string(), userName: z.string() })),
  }),
  detail: query({ title: '我的线下培训详情', permit: 'any', input: z.object(place), output: OwnRoom }),
  /** takes a seat, or a place on the waiting list; repeated, it changes nothing */
  enrol: command({
    title: '报名线下培训',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object(place),
    output: OwnRoom,
  }),
  /** gives up a seat or the place on the waiting list; the next person in line gets the seat */
  cancel: command({
    title: '取消报名线下培训',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object(place),
    output: OwnRoom,
  }),
  /** signs the caller in or out by the code that the teacher shows; repeated, it changes nothing */
  sign: command({
    title: '线下培训签到',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ code: text('签到码', 120) }),
    output: z.object({
      ...place,
      title: z.string(),
      place: z.string(),
      way: choice('方式', signWay),
      state,
      inTime: moment('签到时间').nullable(),
      outTime: moment('签退时间').nullable(),
      /** the lesson is finished by signing out */
      signOut: z.boolean(),
      finished: z.boolean(),
    }),
  }),
  /** the lesson as a calendar file (RFC 5545) */
  calendar: download({ title: '线下培训日历文件', permit: 'any', input: z.object(place), output: fileReply('text/calendar') }),
  /** lessons that the caller made or teaches, and those with people within their data scope */
  paging: query({
    title: '线下培训列表',
    permit: 'course:room',
    input: paging({
      title: keyword('培训名称'),
      place: keyword('培训地点'),
      /** by the server's clock */
      phase: choice('阶段', { coming: '未开始', now: '进行中', over: '已结束' }).optional(),
    }),
    output: pageOf(RoomRow),
  }),
  /** the code of now, for those who lead the lesson */
  code: query({
    title: '线下培训签到码',
    permit: 'course:room',
    input: z.object({ id: id('线下培训'), way: choice('方式', signWay) }),
    output: z.object({
      code: z.string(),
      /** until the next code */
      seconds: z.int(),
      title: z.string(),
      ...facts,
      ...signTimes,
      signOut: z.boolean(),
      /** people can sign in or out by it now */
      open: z.boolean(),
      taken: z.int(),
      present: z.int(),
      left: z.int(),
      /** people who came last, the newest first */
      names: z.array(z.string()),
    }),
  }),
  /** the people of a lesson, within the caller's reach */
  list: query({ title: '线下培训名单', permit: 'course:room', input: paging(chosen), output: pageOf(SeatRow) }),
  /** one lesson with its numbers, and the courses by which people can be added */
  summary: query({
    title: '线下培训概况',
    permit: 'course:room',
    input: z.object({ id: id('线下培训') }),
    output: RoomRow.extend({
      content: z.string(),
      late: z.int(),
      absent: z.int(),
      enrolUntil: moment('报名截止').nullable(),
      signOut: z.boolean(),
      courses: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  }),
  /** learners of a course of the lesson who have no place, by name; at most fifty */
  people: query({
    title: '可添加的学员',
    permit: 'course:room',
    input: z.object({ id: id('线下培训'), courseId: id('课程'), name: keyword('姓名或账号') }),
    output: z.array(z.object({ id: z.string(), realName: z.string(), userName: z.string(), deptName: z.string() })),
  }),
  /** adds people, takes them off, and sets attendance; answers the states before, which undo it */
  set: command({
    title: '登记线下培训名单',
    permit: 'course:room',
    input: z.object({
      id: id('线下培训'),
      /** for people who are not on the list; without it the first course of the lesson */
      courseId: id('课程').optional(),
      people: z
        .array(z.object({ userId: id('学员'), state }))
        .min(1, encoded(sayKernel('unchosen', { label: '学员' })))
        .max(MOST_SET, encoded(say('roomPeopleTooMany')))
        .meta({ title: '学员', control: 'people' }),
    }),
    output: z.object({ before: z.array(z.object({ userId: z.string(), state })) }),
  }),
  export: download({
    title: '导出线下培训名单',
    permit: 'course:room',
    input: z.object(chosen),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
