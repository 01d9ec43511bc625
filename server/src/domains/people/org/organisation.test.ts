// Departments, menus, roles and dictionaries as back office and learner area read them.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeDepart } from './depart.factory.ts'
import { ancestorsAndSelf, departBranch, namesOfDepts } from './depart.service.ts'
import { dictText } from '../../site/setting/dic.service.ts'
import { makeUser } from '../user/user.factory.ts'

const { app, admin } = await startWith()
const learner = await app.enrol({ userName: 'learner', roles: ['学员'] })

describe('departments', () => {
  let east: string
  let shop: string
  beforeAll(async () => {
    east = await makeDepart(app.db, 'A01', '东区')
    // more than ten, so that /1/1 would be a prefix of /1/10 if paths did not end in a slash
    for (let at = 0; at < 10; at++) await makeDepart(app.db, 'A01', `分部${at}`)
    shop = await makeDepart(app.db, east, '一店')
    await makeDepart(app.db, shop, '前台')
  })

  test('are one tree for every signed-in user', async () => {
    const [root, ...others] = await app.ok(depart.tree, {}, learner)
    expect(others).toEqual([])
    expect(root).toMatchObject({ parentId: '0', deptCode: 'A01', deptName: '总部' })
    expect(root?.children).toHaveLength(11)
    expect(root?.children[0]).toMatchObject({
      deptName: '东区',
      parentId: root?.id,
      children: [{ deptName: '一店', children: [{ deptName: '前台' }] }],
    })
    expect(await app.ok(depart['tree-select'], {}, learner)).toEqual([root])
    expect(await app.ok(depart.tree, { dicCode: shop }, learner)).toMatchObject([{ deptName: '一店', children: [{ deptName: '前台' }] }])
  })

  test('yield their branch, their ancestors and their names', async () => {
    expect(await departBranch(app.ctx(), east)).toEqual([east, shop, `${shop}A01`])
    expect(await departBranch(app.ctx(), 'none')).toEqual([])
    expect(await ancestorsAndSelf(app.ctx(), `${shop}A01`)).toEqual(['A01', east, shop, `${shop}A01`])
    expect(await ancestorsAndSelf(app.ctx(), 'none')).toEqual([])
    expect(await namesOfDepts(app.ctx(), [east, 'none'])).toEqual(new Map([[east, '东区']]))
  })
})

describe('menus', () => {
  const names = async (userName: string) => {
    const tree = await app.ok(menu.routes, {}, (await app.as(userName)).token)
    return Object.fromEntries(tree.map((one) => [one.name, one.children.map((child) => child.name)]))
  }

  test('of the administrator are all with a page, in order', async () => {
    const tree = await app.ok(menu.routes, {}, admin)
    expect(tree.map((one) => one.name).slice(0, 3)).toEqual(['Home', 'Exam', 'Repo'])
    expect(tree[1]).toMatchObject({ component: 'Layout', path: '/admin/exam', parentId: '0', metaTitle: '考试', hidden: false })
    expect(tree[1]?.children[0]).toMatchObject({
      path: 'list',
      component: 'exam/admin/ExamListPage',
      menuType: MenuType.menu,
      children: [],
    })
    expect(tree[1]?.children.find((one) => one.name === 'ExamAdd')).toMatchObject({
      path: 'add/:tmplId',
      hidden: true,
      menuType: MenuType.route,
    })
  })

  test('of an invigilator are the watch pages with their parent menu', async () => {
    await makeUser(app.db, { userName: 'proctor', roleType: RoleType.staff, roles: ['监考员'] })
    expect(await names('proctor')).toEqual({ Home: ['WorkHome'], Exam: ['ExamWatchList', 'ExamWatchDetail', 'EvidenceWatch'] })
  })

  test('of a teacher are banks, templates, exams, marking, results, courses, surveys and the recycle bin', async () => {
    await makeUser(app.db, { userName: 'teacher', roleType: RoleType.staff, roles: ['教师'] })
    const { Exam, Repo, Course, Operate, ...others } = await names('teacher')
    expect(others).toEqual({ Home: ['WorkHome'], System: ['SysBin'] })
    expect(Operate).toEqual(['SurveyList', 'SurveyAdd', 'SurveyUpdate', 'SurveyResult'])
    expect(Exam).toEqual(
      expect.arrayContaining([
        'ExamList',
        'ExamAdd',
        'ExamUpdate',
        'TmplList',
        'TmplUpdate',
        'ReviewPaperList',
        'ReviewPaperDetail',
        'PaperList',
      ]),
    )
    expect(Exam).not.toContain('ExamWatchList')
    expect(Course).toEqual([
      'CourseList',
      'CourseAdd',
      'CourseUpdate',
      'CoursePreview',
      'CourseView',
      'PathList',
      'PathAdd',
      'PathUpdate',
      'PathStat',
      'CourseFileList',
      'CourseTool',
      'CourseMatrix',
      'CourseStat',
      'CourseOverdue',
      'LiveList',
      'LiveAdd',
      'LiveUpdate',
      'LiveRoom',
      'LiveAttendance',
      'CourseQuestionList',
      'CourseRate',
      'CourseWork',
      'CourseWorkMark',
      'CourseRoom',
      'CourseRoomPeople',
      'CourseFaceList',
    ])
    expect(Repo).toEqual(expect.arrayContaining(['RepoList', 'QuList', 'QuAdd', 'QuUpdate']))
  })

  test('are none for a learner, whatever their roles, and for a back-office user without roles', async () => {
    await makeUser(app.db, { userName: 'curious', roles: ['系统管理员'] })
    await makeUser(app.db, { userName: 'newcomer', roleType: RoleType.staff })
    expect(await app.ok(menu.routes, {}, learner)).toEqual([])
    expect(await names('curious')).toEqual({})
    expect(await names('newcomer')).toEqual({})
  })

  test('a granted function opens the page it needs', async () => {
    const [made] = await app.db.insertInto('sysRole').values({ roleName: '出题人' }).returning('id').execute()
    const tag = await app.db.selectFrom('sysMenu').where('name', '=', 'TagQuAdd').select('id').executeTakeFirstOrThrow()
    await app.db.insertInto('sysRoleMenu').values({ roleId: made!.id, menuId: tag.id }).execute()
    await makeUser(app.db, { userName: 'writer', roleType: RoleType.staff, roles: ['出题人'] })
    expect(await names('writer')).toEqual({ Repo: ['QuAdd'] })
  })
})

describe('roles and dictionaries', () => {
  test('roles are listed by level, for callers who may list users', async () => {
    const roles = await app.ok(role.list, {}, admin)
    expect(roles.map((one) => one.roleName)).toEqual(expect.arrayContaining(['系统管理员', '教师', '监考员', '部门管理员', '教务', '学员']))
    expect(roles[0]).toEqual({ id: '1', roleName: '系统管理员', roleLevel: 1, grantable: true, backOffice: true })
    expect((await app.call(role.list, {}, learner)).code).toBe(errors.forbidden[0])
  })

  test('values are listed in order, and as a tree without the excluded ones', async () => {
    expect((await app.ok(dic.list, { dicCode: 'paper_ex_state' }, learner))[0]).toEqual({ value: '0', title: '正常' })
    expect(await app.ok(dic.list, { dicCode: 'base_yes_no' }, learner)).toEqual([
      { value: '1', title: '是' },
      { value: '0', title: '否' },
    ])
    expect(await app.ok(dic.list, { dicCode: 'unknown' }, learner)).toEqual([])
    const police = await app.ok(dicValue.tree, { dicCode: 'police_catalog', excludes: ['02', '0101'] }, learner)
    expect(police.map((one) => one.title)).toEqual(['城东分局', '江北分局'])
    expect(police[0]?.children.map((one) => one.title)).toEqual(['云水派出所', '新桥派出所'])
    expect((await dictText(app.ctx(), 'exam_audit_state')).get('1')).toBe('通过')
  })
})
