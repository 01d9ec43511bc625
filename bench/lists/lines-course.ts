// The lists of courses, and of what was learnt.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { ListSpec, Site } from './spec.ts'

const catalogLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/course/paging': {
    as: ['admin'],
    filters: {
      title: { title: '课程1' },
      disabled: { state: CourseState.disabled },
      open: { openType: OpenType.all },
      category: { catId: '1' },
      'without one': { excludes: [site.course] },
    },
    sorts: ['title', 'createTime', 'procCount', 'finishCount'],
  },
  '/api/course/course/user-paging': {
    as: ['learner'],
    filters: { title: { title: '课程1' }, going: { learned: 'going' }, category: { catId: '1' } },
    sorts: ['title', 'lastTime'],
  },
  '/api/course/file/paging': {
    as: ['admin'],
    filters: {
      title: { title: '课件12' },
      type: { fileType: CourseFileType.other },
      ready: { state: CourseFileState.ready },
      enabled: { enabled: true },
      category: { catId: '1' },
      'without one': { excludes: [site.course] },
    },
    sorts: ['title', 'fileSize', 'createTime'],
  },
  '/api/course/learn/paging': {
    as: ['learner'],
    filters: { course: { courseId: site.course }, name: { fileName: '课件12' } },
    sorts: ['updateTime', 'learnSec'],
  },
  '/api/course/file/learn/paging': {
    as: ['learner'],
    filters: { course: { courseId: site.course }, name: { fileName: '课件12' } },
    sorts: ['updateTime'],
  },
  '/api/stat/course/dash-course-list': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '课程1' } },
    sorts: ['title', 'startTime'],
  },
})

const faceLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/face/face-paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: { realName: '王' },
      person: { userId: site.user },
      course: { courseId: site.course },
      branch: { deptCode: site.branch },
    },
    sorts: ['createTime'],
  },
  '/api/course/face/capture-paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: { realName: '王' },
      person: { userId: site.user },
      course: { courseId: site.course },
      branch: { deptCode: site.branch },
    },
    sorts: ['createTime'],
  },
})

const learntLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/question/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      course: { courseId: site.course },
      waiting: { answered: false },
      content: { content: '行李' },
      branch: { deptCode: site.branch },
    },
  },
  '/api/course/question/user-paging': { as: ['learner'], base: { courseId: site.course }, filters: { mine: { mine: true } } },
  '/api/course/rate/paging': {
    as: ['admin', 'branch', 'chosen', 'learner'],
    base: { courseId: site.course },
    filters: {
      shown: { shown: true },
      mine: { mine: true },
      stars: { stars: 2 },
      hidden: { hidden: true },
      content: { content: '评价9' },
      branch: { deptCode: site.branch },
    },
  },
  '/api/course/history/paging': { as: ['admin'], base: { courseId: site.course }, filters: {}, sorts: ['createTime'] },
  '/api/stat/overdue/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '课程1' }, branch: { deptCode: site.branch } },
    sorts: ['overdue', 'people', 'dueTime', 'deptCode_dictText', 'title'],
  },
  '/api/stat/course/user-paging': {
    as: ['admin', 'branch', 'chosen'],
    base: { courseId: site.course },
    filters: {
      branch: { deptCode: site.branch },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      none: { learned: 'none' },
      going: { learned: 'going' },
      finished: { learned: 'finished' },
      outside: { learned: 'outside' },
    },
    sorts: ['userName', 'realName'],
  },
  '/api/stat/course/matrix': {
    as: ['admin', 'branch', 'chosen'],
    base: { courseIds: [site.course] },
    filters: { branch: { deptCode: site.branch }, name: (at) => ({ realName: site.names[at % site.names.length] }) },
    sorts: ['userName', 'realName'],
  },
})

const workLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/work/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      course: { courseId: site.course },
      assignment: { fileId: site.work },
      title: { title: '作业1' },
      waiting: { state: HandState.handed },
      returned: { state: HandState.returned },
      marked: { state: HandState.marked },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      branch: { deptCode: site.branch },
      late: { late: true },
    },
    sorts: ['handTime', 'finalScore', 'lateDays'],
  },
  '/api/course/work/mine': { as: ['learner'], filters: { waiting: { state: HandState.handed } } },
})

const roomLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/room/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      title: { title: '培训1' },
      place: { place: '培训室3' },
      coming: { phase: 'coming' },
      now: { phase: 'now' },
      over: { phase: 'over' },
    },
    sorts: ['startTime', 'title', 'place'],
  },
  '/api/course/room/list': {
    as: ['admin', 'branch', 'chosen'],
    base: { fileId: site.room },
    filters: {
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      branch: { deptCode: site.branch },
      present: { state: SeatState.present },
      waiting: { state: SeatState.waiting },
    },
    sorts: ['realName', 'deptName', 'queueTime', 'inTime'],
  },
})

export const courseLists = (site: Site): Record<string, ListSpec> => ({
  ...catalogLists(site),
  ...faceLists(site),
  ...learntLists(site),
  ...workLists(site),
  ...roomLists(site),
})
