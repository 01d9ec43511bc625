// What the fake server answers in the tests of several components: pages, refusals, people, departments, dictionaries.
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { depart, type DepartNode } from '@shuyuan/contract/people/org/depart.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { user } from '@shuyuan/contract/account/user.ts'

/** One page of a list; `total` counts the rows of all pages. */
export const page = (records: object[], total = records.length, { current = 1, size = 10 } = {}) => ({
  data: { records, total, pages: Math.ceil(total / size), current, size },
})

/** A refusal with its text, unless the server has another text or says more. */
export const refused = (name: ErrorName, more: { msg?: string; data?: unknown } = {}) => ({
  code: errors[name][0],
  msg: errors[name][1] as string,
  ...more,
})

export const teacher = { id: '7', realName: '周文', roleType: RoleType.staff, permissions: ['exam:list', 'repo:list'] }
export const learner = { ...teacher, id: '9', roleType: RoleType.learner, permissions: [] }
/** What the server knows of the user who is signed in. */
export const session = (person: object = teacher, menus: object[] = []) => ({
  [user.info.path]: { data: person },
  [menu.routes.path]: { data: menus },
})

const node = (deptCode: string, deptName: string, children: DepartNode[] = []): DepartNode => ({
  id: deptCode,
  parentId: '0',
  deptName,
  deptCode,
  sort: 1,
  children,
})
/** Three levels of departments. */
export const departs = [node('A', '总部', [node('A01', '客房部'), node('A02', '餐饮部', [node('A0201', '中餐厅')])])]
export const departTree = { [depart['tree-select'].path]: { data: departs } }

/** Values of a dictionary, numbered from `first`. */
export const values = (titles: string[], first = 0) => titles.map((title, at) => ({ value: String(first + at), title }))
export const dictionary = (titles: string[], first = 0) => ({ [dic.list.path]: { data: values(titles, first) } })
/** A dictionary of categories in which there are none. */
export const noCategories = { [dicValue.tree.path]: { data: [] } }

/** What a new site stores of itself, beside its switches. */
export const newSite = { id: '1', siteName: '书院', frontLogo: '', backLogo: '', mpCode: '', copyRight: '', h5Host: '', tmpDir: '' }

/** An order of a course that waits for its payment. */
export const openOrder = {
  id: '5',
  goodsType: 'course',
  goodsId: '3',
  goodsTitle: '消防安全',
  orderNo: '20261121000101',
  orderState: OrderState.unpaid,
  price: '99.00',
  fullPrice: '99.00',
  costPoints: 0,
  couponCode: '',
  payMethod: '',
  expireTime: null,
  payTime: null,
  leftSeconds: 600,
  methods: ['paypal'],
}
