import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['张三', '张三'],
  ['张三丰', '三丰'],
  ['系统管理员', '系统'],
  ['Ann Lee', 'AL'],
  ['ann', 'AN'],
  ['', ''],
])('%s has %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
