// Users of a backup; there are none in one that was made without them.
import { wholeName } from '../read/dump-values.format.ts'
import type { OldDepart, OldUser } from '../old-site.format.ts'
import { attribute, child, children, type Node, textOf } from './backup-xml.format.ts'

export type People = { departs: OldDepart[]; users: OldUser[] }

const teachers = new Set(['editingteacher', 'teacher', 'coursecreator'])

/** Roles in the course, by user. @param roles element roles_definition of roles.xml @param assigned element roles of course/roles.xml */
function rolesOf(roles: Node, assigned: Node): Map<string, OldUser['role']> {
  const names = new Map(children(roles, 'role').map((one) => [attribute(one, 'id'), textOf(one, 'shortname')]))
  const found = new Map<string, OldUser['role']>()
  for (const one of children(child(assigned, 'role_assignments'), 'assignment')) {
    const name = names.get(textOf(one, 'roleid')) ?? ''
    const userId = textOf(one, 'userid')
    if (name === 'manager') found.set(userId, 'academic')
    else if (teachers.has(name) && found.get(userId) !== 'academic') found.set(userId, 'teacher')
  }
  return found
}

/** @param root element users of users.xml */
export function peopleOf(root: Node, roles: Node, assigned: Node): People {
  const departs = new Map<string, OldDepart>()
  const roleOf = rolesOf(roles, assigned)
  const departOf = (institution: string, department: string): string => {
    const path = [institution, department].filter((one) => one !== '')
    for (const [at, name] of path.entries()) {
      const id = path.slice(0, at + 1).join('/')
      if (!departs.has(id)) departs.set(id, { id, parentId: path.slice(0, at).join('/'), name })
    }
    return path.join('/')
  }
  const users = children(root, 'user')
    .filter((one) => textOf(one, 'deleted') !== '1' && textOf(one, 'username') !== 'guest')
    .map((one): OldUser => {
      const id = attribute(one, 'id')
      const text = (name: string) => textOf(one, name).trim()
      const mobile = [text('phone2'), text('phone1')].find((phone) => /^1\d{10}$/.test(phone)) ?? ''
      return {
        id,
        userName: text('username'),
        realName: (wholeName(text('firstname'), text('lastname')) || text('username')).slice(0, 60),
        mobile,
        email: text('email'),
        departId: departOf(text('institution'), text('department')),
        role: roleOf.get(id) ?? 'learner',
        isDisabled: text('suspended') === '1',
      }
    })
  return { departs: [...departs.values()], users }
}
