// The form of a menu and its rules (admin.md §4 and §5; decisions.md, 12).
import * as z from 'zod'
import { id, isStorable, optionalText, text } from '../../kernel/field.ts'
import { parentId, TOP } from '../../kernel/parent.ts'
import { MenuType } from './menu-type.ts'

export const menuTypeText = { [MenuType.menu]: '菜单', [MenuType.function]: '功能', [MenuType.route]: '路由' } as const

export const lettersOf = (name: string) => name.replaceAll(/[^A-Za-z]/g, '')
export const isLayout = (component: string) => component === 'Layout' || component === 'WebLayout'

/** What is stored: a function shows nothing; what stands at the top is a layout, the back office's unless it says WebLayout. */
export function componentOf(form: { menuType?: number; parentId?: string; component?: string }): string {
  if (form.menuType === MenuType.function) return ''
  const component = form.component?.trim() ?? ''
  return form.parentId === TOP && component !== 'WebLayout' ? 'Layout' : component
}

const line = (label: string, max: number) => optionalText(label, max)
const address = line('访问路径', 200)
  .unwrap()
  .refine((path) => path === '' || isAddress(path), '访问路径格式不正确')
  .default('')
  .meta({ title: '访问路径', control: 'text' })
const isAddress = (path: string) =>
  /^https?:\/\/\S+$/.test(path) ? URL.canParse(path) : /^[\w\-./:*?]+$/.test(path) && !/\/\/|\.\.|^\w+:/.test(path)

const component = line('视图组件', 200)
  .unwrap()
  .regex(/^[\w\-/]*$/, '视图组件格式不正确')
  .default('')
  .meta({ title: '视图组件', control: 'text' })

const permissionTag = line('权限标识', 100)
  .unwrap()
  .regex(/^([\w-]+(:[\w-]+)*)?$/, '权限标识格式不正确，多级之间用冒号分隔')
  .default('')
  .meta({ title: '权限标识', control: 'text' })

export const MenuForm = z
  .object({
    id: id('菜单').optional(),
    parentId: parentId('上级菜单', '上级菜单不能为空！'),
    menuType: z
      .literal(Object.values(MenuType), { error: '菜单类型不能为空！' })
      .meta({ title: '菜单类型', control: 'code', options: menuTypeText }),
    metaTitle: text('菜单标题', 60, '菜单标题不能为空！'),
    /** letters only: everything else is dropped */
    name: z
      .string({ error: '菜单名称不能为空！' })
      .refine(isStorable)
      .overwrite(lettersOf)
      .min(1, '菜单名称不能为空！')
      .max(60, '菜单名称不能超过60个字')
      .meta({ title: '菜单名称', control: 'text' }),
    path: address,
    component,
    permissionTag,
    metaIcon: optionalText('图标', 60),
    hidden: z.boolean().default(false).meta({ title: '隐藏', control: 'flag' }),
  })
  .superRefine((form, context) => {
    if (form.menuType !== MenuType.menu) return
    if (form.path === '') context.addIssue({ code: 'custom', path: ['path'], message: '访问路径不能为空！' })
    if (componentOf(form) === '') context.addIssue({ code: 'custom', path: ['component'], message: '视图组件不能为空！' })
  })
