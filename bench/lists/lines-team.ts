// The lists of live lessons, of learning paths and of a leader's people.
import { PathState } from '@shuyuan/contract/path/path.ts'
import type { ListSpec, Site } from './spec.ts'

export const liveLists = (site: Site): Record<string, ListSpec> => ({
  '/api/live/room/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '直播1' }, course: { courseId: site.course }, ended: { phase: 'ended' } },
    sorts: ['title', 'startTime', 'endTime', 'createTime'],
  },
  '/api/live/room/attendance': {
    as: ['admin', 'branch', 'chosen'],
    base: { id: '1' },
    filters: { name: (at) => ({ realName: site.names[at % site.names.length] }) },
    sorts: ['realName', 'firstTime', 'lastTime', 'sec'],
  },
})

export const pathLists = (site: Site): Record<string, ListSpec> => {
  const people: ListSpec = {
    as: ['admin', 'branch', 'chosen'],
    base: { id: '1' },
    filters: {
      branch: { deptCode: site.branch },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
      going: { progress: 'going' },
      finished: { progress: 'finished' },
      overdue: { progress: 'overdue' },
    },
    sorts: ['startTime', 'dueTime', 'finishTime', 'done'],
  }
  return {
    '/api/path/path/paging': {
      as: ['admin', 'branch', 'chosen'],
      filters: { title: { title: '方案1' }, open: { state: PathState.open } },
      sorts: ['title', 'createTime'],
    },
    '/api/path/stat/user-paging': people,
    '/api/path/stat/matrix': people,
    '/api/path/learn/my-paging': { as: ['learner'] },
  }
}

/** @param name a part of a name, by the number of the call */
export const teamLists = (site: Site, name: (at: number) => string): Record<string, ListSpec> => ({
  '/api/stat/team/paging': {
    as: ['admin', 'branch', 'chosen', 'learner'],
    filters: {
      'data scope': { wide: true },
      overdue: { show: 'overdue' },
      learning: { show: 'learning' },
      exam: { show: 'exam' },
      failed: { show: 'failed' },
      passed: { show: 'passed' },
      certificate: { show: 'cert' },
      idle: { show: 'idle' },
      name: (at) => ({ realName: name(at) }),
      department: { deptCode: site.depart },
      branch: { deptCode: site.branch },
      'branch, overdue': { deptCode: site.branch, show: 'overdue' },
    },
    sorts: ['overdue', 'learning', 'realName', 'deptCode_dictText', 'examStart', 'certEnd'],
  },
})
