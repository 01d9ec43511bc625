// The users of the demo site: a hotel group with its own training centre.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { LEARNER_PASSWORD, publishedPasswords } from '../domains/session/published.data.ts'
import { hashPassword } from '../domains/session/password.service.ts'
import { makeDepart } from '../domains/people/org/depart.factory.ts'
import { makeUser } from '../domains/people/user/user.factory.ts'
import type { Database } from '../kernel/database.ts'
import { learnerName } from './demo-steps.ts'
import { firmLearners, firmStaff } from './history/firm-people.ts'

const GROUP = '云栖酒店集团'
/** Departments below the group; a name with › is a child of the last one without. */
const departments = ['培训中心', '云栖湖滨酒店', '›客房部', '›餐饮部', '›安全保卫部', '云栖会展酒店', '›前厅部', '›工程部', '信息技术部']

/** Fifty learners, by department. */
const learners: Record<string, string[]> = {
  客房部: ['王秀兰', '李海燕', '张丽华', '刘桂英', '陈晓梅', '杨春花', '赵雪琴', '黄美玲', '周小红'],
  餐饮部: ['吴志强', '徐建军', '孙立新', '胡大勇', '朱文斌', '高晓东', '林嘉豪', '何俊杰', '郭子轩'],
  安全保卫部: ['马国栋', '罗永刚', '梁振华', '宋铁军', '郑海涛', '谢长青', '韩卫东', '唐志远'],
  前厅部: ['冯思琪', '于梦瑶', '董雨桐', '萧若彤', '程静怡', '曹佳欣', '袁诗涵', '邓紫嫣'],
  工程部: ['许建国', '傅明辉', '沈浩然', '曾祥瑞', '彭立军', '吕东升', '苏俊峰', '卢克勤'],
  信息技术部: ['蒋一鸣', '蔡思远', '贾云帆', '丁晓宇', '魏子墨', '薛文博', '叶知秋', '阎立群'],
}

/** Other users: account, name, department, role type, roles. */
const staff: [
  userName: string,
  realName: string,
  department: string,
  roleType: typeof RoleType.learner | typeof RoleType.staff,
  roles: string[],
][] = [
  ['teacher', '方静之', '培训中心', RoleType.staff, ['教师']],
  ['proctor', '石守信', '培训中心', RoleType.staff, ['监考员']],
  ['qinwenhui', '秦文惠', '培训中心', RoleType.staff, ['教务']],
  ['tianye', '田野', '培训中心', RoleType.staff, ['教师', '监考员']],
  ['renzhongping', '任仲平', '云栖湖滨酒店', RoleType.staff, ['部门管理员']],
  ['jiangyuelan', '江月兰', '云栖会展酒店', RoleType.staff, ['部门管理员']],
  ['baiyun', '白云', '客房部', RoleType.learner, ['学员']],
  ['longxiaotian', '龙啸天', '工程部', RoleType.learner, ['学员']],
  ['guhuaiyuan', '顾怀远', '信息技术部', RoleType.learner, ['学员']],
]
/** The accounts of the demonstration; others belong to those who try it. */
export const demoAccounts: readonly string[] = [
  ...staff.map(([userName]) => userName),
  ...Array.from({ length: Object.values(learners).flat().length + firmLearners.length }, (_one, at) => learnerName(at + 1)),
  ...firmStaff,
]
/** Name, remark, and prefixes of the members' accounts. */
const groups = [
  ['安全员', '各部门兼职安全员', 'learner1'],
  ['新员工', '本季度入职，需完成岗前培训', 'learner4'],
] as const
/** Account states other than normal, so that lists show them. */
const states: Record<string, UserState> = { longxiaotian: UserState.disabled, guhuaiyuan: UserState.pending }

/**
 * Adds departments and users, 60 with the administrator of the base seed. Does nothing if they exist.
 * Users with the same password share its hash, because fifty hashes would take half a second.
 */
export function seedPeople(db: Database): Promise<void> {
  return db.isTransaction ? addPeople(db) : db.transaction().execute(addPeople)
}

async function addPeople(db: Database): Promise<void> {
  if (await db.selectFrom('sysUser').where('userName', '=', 'learner01').select('id').executeTakeFirst()) return
  const codes = await addDepartments(db)
  const hashes = new Map<string, string>()
  const hashOf = async (password: string) => {
    const hash = hashes.get(password) ?? (await hashPassword(password))
    hashes.set(password, hash)
    return hash
  }
  for (const [at, [userName, realName, department, roleType, roles]] of staff.entries()) {
    const passwordHash = await hashOf((publishedPasswords as Record<string, string>)[userName] ?? LEARNER_PASSWORD)
    const mobile = `1390000${String(9000 + at)}`
    await makeUser(db, {
      userName,
      realName,
      roleType,
      roles,
      mobile,
      deptCode: codes.get(department),
      passwordHash,
      state: states[userName],
      hotel: false,
    })
  }
  const passwordHash = await hashOf(LEARNER_PASSWORD)
  let number = 0
  for (const [department, names] of Object.entries(learners)) {
    for (const realName of names) {
      number++
      const userName = learnerName(number)
      const mobile = `1380000${String(1000 + number)}`
      await makeUser(db, { userName, realName, mobile, roles: ['学员'], deptCode: codes.get(department), passwordHash, hotel: false })
    }
  }
  await addGroups(db)
  await addLeader(db, codes)
}

/** Adds groups with members of several departments. */
async function addGroups(db: Database): Promise<void> {
  for (const [groupName, remark, start] of groups) {
    const { id } = await db.insertInto('sysGroup').values({ groupName, remark }).returning('id').executeTakeFirstOrThrow()
    const people = await db.selectFrom('sysUser').where('userName', 'like', `${start}%`).select('id').execute()
    await db
      .insertInto('sysGroupUser')
      .values(people.map((one) => ({ groupId: id, userId: one.id })))
      .execute()
  }
}

/** A learner leads the first hotel with its departments. */
async function addLeader(db: Database, codes: Map<string, string>): Promise<void> {
  const { id } = await db.selectFrom('sysUser').where('userName', '=', 'baiyun').select('id').executeTakeFirstOrThrow()
  await db
    .updateTable('sysDepart')
    .set({ leaderId: id })
    .where('deptCode', '=', codes.get('云栖湖滨酒店') ?? '')
    .execute()
}

async function addDepartments(db: Database): Promise<Map<string, string>> {
  const { id, deptCode: root } = await db
    .selectFrom('sysDepart')
    .where('parentId', 'is', null)
    .orderBy('id')
    .select(['id', 'deptCode'])
    .executeTakeFirstOrThrow()
  await db.updateTable('sysDepart').set({ deptName: GROUP }).where('id', '=', id).execute()
  const codes = new Map<string, string>()
  let hotel = root
  for (const name of departments) {
    const isBelow = name.startsWith('›')
    const deptName = name.replace('›', '')
    const code = await makeDepart(db, isBelow ? hotel : root, deptName)
    if (!isBelow) hotel = code
    codes.set(deptName, code)
  }
  return codes
}
