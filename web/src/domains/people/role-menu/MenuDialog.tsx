// The dialog of a menu row; its fields depend on the type (admin.md §5).
import { type MenuAdminRow, menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { componentOf, isLayout, lettersOf } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { Alert, AutoComplete, Input } from 'antd'
import { useMemo } from 'react'
import { backOfficePages } from '../../../shared/page/page-key.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ParentSelect } from '../../../kernel/tree/ParentSelect.tsx'
import { refreshSession } from '../../../shared/session/session.ts'
import { TOP } from '../../../kernel/tree/tree.ts'
import { IconPicker } from './IconPicker.tsx'
import styles from '../../../kernel/tree/tree-page.module.css'

const Field = fieldOf(menu.save)

export type Draft = Partial<Omit<MenuAdminRow, 'children'>>
type MenuDialogProps = { draft: Draft | undefined; rows: readonly MenuAdminRow[]; onClose: () => void }

export function MenuDialog({ draft, rows, onClose }: MenuDialogProps) {
  return (
    <FormDialog
      of={menu.save}
      open={draft !== undefined}
      title={draft?.id ? t('编辑菜单') : t('新建菜单')}
      width={760}
      initial={draft ?? {}}
      done={t('菜单保存成功！')}
      refresh={[menu.tree]}
      onDone={() => void refreshSession()}
      onClose={onClose}
    >
      <MenuFields draft={draft ?? {}} rows={rows} />
    </FormDialog>
  )
}

const places = (rows: readonly MenuAdminRow[]): MenuAdminRow[] =>
  rows.filter((row) => row.menuType !== MenuType.function).map((row) => ({ ...row, children: places(row.children) }))
const titleOf = (row: MenuAdminRow) => tLabel(row.metaTitle)

function MenuFields({ draft, rows }: { draft: Draft; rows: readonly MenuAdminRow[] }) {
  const type = useFormValue<number>('menuType')
  const parentId = useFormValue<string>('parentId')
  const above = useMemo(() => places(rows), [rows])
  const isMenu = type === MenuType.menu
  const isPlace = type !== MenuType.function
  return (
    <>
      {draft.locked && (
        <Alert
          type="info"
          showIcon
          title={t('这是管理系统必需的菜单：标题、图标和路径可以改，其余不能改')}
          style={{ marginBlockEnd: 16 }}
        />
      )}
      <div className={styles.formPairs}>
        <Field name="parentId">
          <ParentSelect rows={above} titleOf={titleOf} self={draft.id} top={t('顶级')} />
        </Field>
        <Field name="menuType" />
        <Field name="metaTitle" />
        <Field name="name" extra={t('唯一，只保留字母')}>
          <LettersInput />
        </Field>
        {isPlace && (
          <>
            <Field name="path" required={isMenu} extra={parentId === TOP ? t('顶级菜单以 / 开头') : t('相对上级菜单的路径，如 list')} />
            <Field name="component" required={isMenu && parentId !== TOP} extra={<ComponentNote />}>
              <ComponentInput />
            </Field>
          </>
        )}
        <Field name="permissionTag" extra={t('冒号分隔，如 sys:user:list；服务器按它检查权限')} />
        {isPlace && (
          <>
            <Field name="metaIcon">
              <IconPicker />
            </Field>
            <Field name="hidden" extra={t('隐藏后不出现在侧边栏，仍可以打开')} disabled={draft.locked === true} />
          </>
        )}
      </div>
    </>
  )
}

type TextProps = { id?: string; value?: string; onChange?: (value: string) => void }

/** Removes characters other than letters; does not interfere while an input method composes. */
function LettersInput({ value = '', onChange, ...rest }: TextProps) {
  return (
    <Input
      {...rest}
      allowClear
      autoComplete="off"
      value={value}
      onChange={(event) => {
        const { isComposing } = event.nativeEvent as InputEvent
        onChange?.(isComposing ? event.target.value : lettersOf(event.target.value))
      }}
      onBlur={() => onChange?.(lettersOf(value))}
    />
  )
}

function ComponentInput({ value = '', onChange, ...rest }: TextProps) {
  const options = ['Layout', 'WebLayout', ...backOfficePages.get().keys].filter((key) => key.toLowerCase().includes(value.toLowerCase()))
  return (
    <AutoComplete
      {...rest}
      allowClear
      value={value}
      options={options.map((key) => ({ value: key }))}
      placeholder={t('如 sys/admin/MenuPage，布局填 Layout')}
      onChange={(next: string | undefined) => onChange?.(next ?? '')}
      style={{ width: '100%' }}
    />
  )
}

/** Shows the value that will be stored and warns about likely mistakes; refuses nothing. */
function ComponentNote() {
  const form = {
    menuType: useFormValue<number>('menuType') ?? MenuType.menu,
    parentId: useFormValue<string>('parentId') ?? '',
    component: useFormValue<string>('component') ?? '',
  }
  const path = useFormValue<string>('path') ?? ''
  const stored = componentOf(form)
  const isRoute = form.menuType === MenuType.route
  if (form.parentId === TOP) return t('顶级菜单使用布局 {{layout}}', { layout: stored })
  if (isRoute && (stored === '' || path === '')) return <Warning text={t('没有填写访问路径或视图组件，这个路由将打不开')} />
  if (stored !== '' && !isLayout(stored) && !backOfficePages.get().has(stored))
    return <Warning text={t('当前版本没有这个视图组件，打开时会提示页面不存在')} />
  return t('页面文件的位置')
}

const Warning = ({ text }: { text: string }) => <Alert type="warning" showIcon title={text} style={{ marginBlockStart: 4 }} />
