import { afterAll, expect, expectTypeOf, it } from 'vitest'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { codeColumns, otherCodes } from '../../scripts/code-columns.ts'
import { describeSchema, readSchema } from '../../scripts/schema.ts'
import { integerColumns, writeTableTypes } from '../../scripts/table-types.ts'
import type { SysMenu, Paper } from '../src/kernel/tables.ts'
import { cloneDatabase } from './database.ts'

const database = await cloneDatabase()
afterAll(() => database.drop())

it('the types of the tables are current; if not, run npm run tables', async () => {
  await expect(writeTableTypes(database.url, true)).resolves.toBeUndefined()
})

it('every integer column with the name of a code has its table of names in scripts/code-columns.ts', async () => {
  const isCode = /\.(?:\w*_)?(?:state|status|type|level|mode|origin|stage|role|scope)$/
  const named = (await integerColumns(database.url)).map(({ name }) => name).filter((name) => isCode.test(name))
  expect(named).toEqual(expect.arrayContaining(['paper.state', 'sys_menu.menu_type']))
  expect(named.filter((name) => !Object.hasOwn(codeColumns, name) && !Object.hasOwn(otherCodes, name))).toEqual([])
  expect(Object.keys(otherCodes).filter((name) => !named.includes(name))).toEqual([])
})

it('a code that the table of names lacks does not compile, neither read nor written', () => {
  expectTypeOf<Selectable<Paper>['state']>().toEqualTypeOf<PaperState>()
  const unknown = 9
  const menu: Pick<Insertable<SysMenu>, 'menuType'> = { menuType: MenuType.menu }
  const paper: Updateable<Paper> = { state: PaperState.done }
  // @ts-expect-error -- no paper has this state
  paper.state = unknown
  // @ts-expect-error -- no menu has this type
  menu.menuType = unknown
  const read = { state: PaperState.open } as Selectable<Paper>
  // @ts-expect-error -- no paper has this state
  expect(read.state === unknown).toBe(false)
})

it('docs/schema is current; if not, run npm run tables', async () => {
  expect(Object.fromEntries(readSchema())).toEqual(Object.fromEntries(await describeSchema(database.url)))
})

it('every table has a comment', async () => {
  const sections = [...(await describeSchema(database.url)).values()].flatMap((text) => text.split('\n## ').slice(1))
  expect(sections.length).toBeGreaterThan(70)
  expect(
    sections.filter((section) => /^\w+\n\n\|/.test(section)).map((section) => section.split('\n')[0]),
    'tables whose migration has no `comment on table`',
  ).toEqual([])
})
