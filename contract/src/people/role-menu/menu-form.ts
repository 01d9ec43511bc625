// The form of a menu and its validation (admin.md §4 and §5; decisions.md, 12).
import { say } from '../people.texts.ts'
import { encoded } from '../../kernel/message.ts'
import type { Label } from '../../kernel/labels.ts'
import * as z from '../../kernel/z.ts'
import { id, isStorable, optionalText, sound, text } from '../../kernel/field.ts'
import { parentId, TOP } from '../../kernel/parent.ts'
import { MenuType } from './menu-type.ts'

export const menuTypeText = { [MenuType.menu]: '菜单', [MenuType.function]: '功能', [MenuType.route]: '路由' } as const

export const lettersOf = (name: string) => name.replaceAll(/[^A-Za-z]/g, '')
export const isLayout = (component: string) => component === 'Layout' || component === 'WebLayout'

/** The stored component: empty for a function; a top-level menu has a layout, that of the back office unless WebLayout is given. */
export function componentOf(form: { menuType?: number; parentId?: string; component?: string }): string {
  if (form.menuType === MenuType.function) return ''
  const component = form.component?.trim() ?? ''
  return form.parentId === TOP && component !== 'WebLayout' ? 'Layout' : component
}

const line = (label: Label, max: number) => optionalText(label, max)
const address = line('访问路径', 200)
  .unwrap()
  .refine((path) => path === '' || isAddress(path), encoded(say('menuPathForm')))
  .default('')
  .meta({ title: '访问路径', control: 'text' })
const isAddress = (path: string) =>
  /^https?:\/\/\S+$/.test(path) ? URL.canParse(path) : /^[\w\-./:*?]+$/.test(path) && !/\/\/|\.\.|^\w+:/.test(path)

const component = line('视图组件', 200)
  .unwrap()
  .regex(/^[\w\-/]*$/, encoded(say('menuComponentForm')))
  .default('')
  .meta({ title: '视图组件', control: 'text' })

const permissionTag = line('权限标识', 100)
  .unwrap()
  .regex(/^([\w-]+(:[\w-]+)*)?$/, encoded(say('permissionTagForm')))
  .default('')
  .meta({ title: '权限标识', control: 'text' })

export const MenuForm = z
  .object({
    id: id('菜单').optional(),
    parentId: parentId('上级菜单', say('parentMenuEmpty')),
    menuType: z
      .literal(Object.values(MenuType), { error: encoded(say('menuTypeEmpty')) })
      .meta({ title: '菜单类型', control: 'code', options: menuTypeText }),
    metaTitle: text('菜单标题', 60, say('menuTitleEmpty')),
    /** letters only; other characters are dropped */
    name: z
      .string({ error: encoded(say('menuNameEmpty')) })
      .refine(isStorable)
      .overwrite(lettersOf)
      .min(1, encoded(say('menuNameEmpty')))
      .max(60, encoded(say('menuNameTooLong')))
      .meta({ title: '菜单名称', control: 'text' }),
    path: address,
    component,
    permissionTag,
    metaIcon: optionalText('图标', 60),
    hidden: z.boolean().default(false).meta({ title: '隐藏', control: 'flag' }),
    /** the order among the siblings, as the tree gives it; unchanged or missing: the place stays, a new menu comes last */
    sort: z.int32().min(0).optional(),
  })
  .superRefine(
    (form, context) => {
      if (form.menuType !== MenuType.menu) return
      if (form.path === '') context.addIssue({ code: 'custom', path: ['path'], message: encoded(say('menuPathEmpty')) })
      if (componentOf(form) === '') context.addIssue({ code: 'custom', path: ['component'], message: encoded(say('menuComponentEmpty')) })
    },
    { when: sound('menuType', 'parentId', 'path', 'component') },
  )
