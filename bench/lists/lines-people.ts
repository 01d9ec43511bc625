// The lists of people and of the system: accounts, groups, messages, logs.
import { CertState } from '@shuyuan/contract/cert/cert.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { ReadState } from '@shuyuan/contract/message/msg.ts'
import { BinKind } from '@shuyuan/contract/operation/bin.ts'
import { FaceState } from '@shuyuan/contract/face/face.ts'
import { NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { NoticeState } from '@shuyuan/contract/message/notice.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RealState } from '@shuyuan/contract/account/realname/real.ts'
import { liveLists, pathLists, teamLists } from './lines-team.ts'
import type { ListSpec, Site } from './spec.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const accountLists = (site: Site, name: (at: number) => string): Record<string, ListSpec> => {
  return {
    '/api/sys/user/paging': {
      as: ['admin', 'branch', 'chosen'],
      filters: {
        active: { state: UserState.active },
        waiting: { state: UserState.pending },
        'name, 1 character': (at) => ({ realName: name(at).slice(1, 2) }),
        'name, 2 characters': (at) => ({ realName: name(at), state: UserState.active }),
        'account, 5 digits': (at) => ({ userName: String(10_000 + ((at * 37) % 90_000)) }),
        'account, 2 digits': (at) => ({ userName: String(10 + (at % 90)) }),
        'mobile, 4 digits': (at) => ({ mobile: String(1_000 + ((at * 7_919) % 9_000)) }),
        department: { deptCode: site.depart, state: UserState.active },
        branch: { deptCode: site.branch, state: UserState.active },
        'whole tree': { deptCode: 'A01' },
        role: { roleIds: [site.learnerRole] },
        'back office': { userType: RoleType.staff },
        'not in a group': { excludeGroups: [site.group] },
        'not in a branch': { excludeDeparts: [site.branch] },
        'without some': (at) => ({ excludes: Array.from({ length: 50 }, (_one, no) => String(at * 50 + no + 1)) }),
      },
      sorts: ['userName', 'realName', 'mobile', 'deptCode', 'createTime', 'expireTime'],
    },
    '/api/sys/bin/paging': {
      as: ['admin', 'branch', 'chosen'],
      filters: { title: { title: '题' }, kind: { kind: BinKind.exam } },
      sorts: ['title', 'createTime'],
    },
    '/api/sys/group/paging': { as: ['admin'], filters: { title: { title: '分组1' } }, sorts: ['groupName', 'createTime'] },
    '/api/sys/group/user/paging': {
      as: ['admin', 'branch', 'chosen'],
      base: { groupId: site.group },
      filters: {
        name: (at) => ({ groupId: site.group, realName: name(at) }),
        account: { groupId: site.group, userName: '0012' },
        branch: { groupId: site.group, deptCode: site.branch },
      },
      sorts: ['userName', 'realName', 'createTime'],
    },
    '/api/sys/user/real/paging': {
      as: ['admin', 'branch', 'chosen'],
      filters: { waiting: { state: RealState.waiting }, name: (at) => ({ realName: name(at) }), number: { idCard: '11010119900101' } },
      sorts: ['createTime', 'auditTime', 'realName'],
    },
    '/api/sys/face/paging': {
      as: ['admin', 'branch', 'chosen'],
      filters: { used: { state: FaceState.used }, name: (at) => ({ realName: name(at) }), branch: { deptCode: site.branch } },
      sorts: ['updateTime'],
    },
    '/api/sys/user/bind/paging': { as: ['admin'], base: { userId: site.user }, sorts: ['createTime'] },
  }
}

/** Points and certificates. @param name a part of a name, by the number of the call */
const earnedLists = (site: Site, name: (at: number) => string): Record<string, ListSpec> => ({
  '/api/user/points/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: (at) => ({ realName: name(at) }),
      title: { refRemark: '合格' },
      'a week': { from: `${day(7)} 00:00:00`, to: `${day(0)} 00:00:00` },
      branch: { deptCode: site.branch },
    },
    sorts: ['createTime'],
  },
  '/api/user/points/rank': {
    as: ['admin', 'branch', 'chosen'],
    filters: { name: (at) => ({ realName: name(at) }), branch: { deptCode: site.branch } },
    sorts: ['points'],
  },
  '/api/user/points/depart-rank': { as: ['admin'], filters: { name: { deptName: '部' } }, sorts: ['points', 'average', 'people'] },
  '/api/cert/cert/paging': {
    as: ['admin'],
    filters: { title: { title: '证书' }, disabled: { state: CertState.disabled } },
    sorts: ['title', 'createTime', 'updateTime'],
  },
  '/api/cert/grant/my-paging': {
    as: ['learner'],
    filters: { title: { title: '证书' }, course: { refType: 'course', refId: '1' } },
    sorts: ['createTime', 'expireTime'],
  },
  '/api/cert/grant/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: (at) => ({ realName: name(at) }),
      title: { title: '证书' },
      number: { certGrantNo: 'SY2026' },
      valid: { status: 'valid' },
      revoked: { status: 'revoked' },
      expired: { status: 'expired' },
      cert: { certId: site.cert },
      ending: { expireBefore: `${day(-30)} 00:00:00` },
    },
    sorts: ['createTime', 'expireTime'],
  },
})

/** API tokens, receivers and deliveries. */
const integrateLists: Record<string, ListSpec> = {
  '/api/integrate/hook/paging': { as: ['admin'], sorts: ['title', 'createTime'] },
  '/api/integrate/lti-platform/paging': { as: ['admin'], sorts: ['title'] },
  '/api/integrate/lti-roster/paging': {
    as: ['admin'],
    filters: { platform: { platformId: '1' }, title: { title: '课程' } },
    sorts: ['title', 'readTime'],
  },
  '/api/integrate/lti-roster/members': {
    as: ['admin'],
    filters: { state: { state: 'added' }, name: { name: '王' } },
    sorts: ['name', 'firstTime'],
    base: { contextId: '1' },
  },
  '/api/integrate/tool/paging': { as: ['admin'], sorts: ['title'] },
  '/api/integrate/tool-link/paging': { as: ['admin'], filters: { title: { title: '练习' } }, sorts: ['title', 'createTime'] },
  '/api/integrate/tool-link/results': {
    as: ['admin', 'branch', 'chosen'],
    filters: { name: { realName: '王' }, course: { courseId: '1' } },
    sorts: ['realName', 'score', 'scoreTime'],
    base: { fileId: '1' },
  },
  '/api/integrate/lti-choice/paging': {
    as: ['admin'],
    filters: { kind: { kind: 'exam' }, title: { title: '考试' } },
    sorts: ['title'],
  },
  '/api/integrate/delivery/paging': {
    as: ['admin'],
    filters: {
      receiver: { hookId: '1' },
      event: { event: 'paper.finished' },
      failed: { state: 'failed' },
      'a week': { from: `${day(7)} 00:00:00`, to: `${day(0)} 00:00:00` },
    },
    sorts: ['createTime'],
  },
  '/api/sys/api-token/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '令牌1' } },
    sorts: ['title', 'expireTime', 'lastUsed', 'createTime'],
  },
}

const systemLists: Record<string, ListSpec> = {
  '/api/sys/hotel/paging': {
    as: ['admin'],
    filters: { code: { hotelCode: 'H0012' }, name: { zwmc: '12' } },
    sorts: ['hotelCode', 'zwmc', 'updateTime'],
  },
  '/api/sys/role/paging': {
    as: ['admin'],
    filters: { name: { roleName: '角色1' }, own: { dataScope: DataScope.own } },
    sorts: ['roleName', 'roleLevel'],
  },
  '/api/sys/backup/paging': { as: ['admin'], sorts: ['startTime'] },
  '/api/sys/notice/paging': {
    as: ['admin', 'learner'],
    filters: { title: { title: '公告1' }, shown: { state: NoticeState.shown } },
    sorts: ['title', 'createTime'],
  },
  '/api/sys/user/msg/paging': {
    as: ['learner', 'admin'],
    filters: { unread: { readState: ReadState.unread }, title: { title: '消息12' } },
    sorts: ['createTime', 'title'],
  },
  '/api/user/points/my-paging': { as: ['learner'], filters: { title: { refRemark: '合格' } }, sorts: ['createTime', 'points'] },
  '/api/sys/log/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { name: { userName: 'admin' }, path: { path: 'exam' }, 'a week': { from: `${day(7)} 00:00:00`, to: `${day(0)} 00:00:00` } },
    sorts: ['createTime'],
  },
  '/api/sys/login-log/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: { userName: 'user0012' },
      failed: { success: false },
      way: { way: 'password' },
      'a week': { from: `${day(7)} 00:00:00`, to: `${day(0)} 00:00:00` },
    },
    sorts: ['createTime'],
  },
  '/api/sys/sms-log/paging': {
    as: ['admin'],
    filters: { mobile: { mobile: '0012' }, failed: { state: 'failed' }, type: { smsType: 'login' } },
    sorts: ['createTime'],
  },
}

/** @param name a part of a name, by the number of the call */
const notifyLists = (name: (at: number) => string): Record<string, ListSpec> => ({
  '/api/notify/log/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      name: (at) => ({ realName: name(at) }),
      title: { title: '考试通知12' },
      failed: { state: 'failed' },
      sms: { channel: 'sms' },
      'a week': { from: `${day(7)} 00:00:00`, to: `${day(0)} 00:00:00` },
    },
    sorts: ['createTime'],
  },
  '/api/notify/plan/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { title: { title: '考试通知1' }, waiting: { state: 'waiting' } },
    sorts: ['sendAt'],
  },
  '/api/notify/tmpl/paging': {
    as: ['admin'],
    filters: { title: { title: '模板1' }, event: { event: 'exam' }, disabled: { state: NotifyTmplState.disabled } },
    sorts: ['title', 'createTime'],
  },
})

const directoryLists: Record<string, ListSpec> = {
  '/api/sys/directory/paging': { as: ['admin'], sorts: ['startTime'] },
  '/api/sys/directory/row': {
    as: ['admin'],
    base: { runId: '1' },
    filters: { kind: { kind: 'add' }, name: { userName: '0012' } },
    sorts: ['userName'],
  },
}

export function peopleLists(site: Site): Record<string, ListSpec> {
  const name = (at: number) => site.names[at % site.names.length] ?? ''
  return {
    ...accountLists(site, name),
    ...liveLists(site),
    ...pathLists(site),
    ...teamLists(site, name),
    ...systemLists,
    ...notifyLists(name),
    ...integrateLists,
    ...directoryLists,
    ...earnedLists(site, name),
  }
}
