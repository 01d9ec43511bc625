// Back office: all menus, routes and functions as a tree; edited in a dialog, reordered row by row.
import { ArrowDownOutlined, ArrowUpOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { type MenuAdminRow, menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { menuTypeText } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Flex, Grid, Input, Table, type TableProps } from 'antd'
import { type Key, type ReactNode, useMemo, useState } from 'react'
import { MenuIcon } from '../MenuIcon.tsx'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { useRemove } from '../../../../kernel/list/useRemove.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { refreshSession } from '../../../../shared/session/session.ts'
import { Tag, type Tone } from '../../../../kernel/piece/Tag.tsx'
import { branchesWith, flat, type Move, moved, stepOf, TOP } from '../../../../kernel/tree/tree.ts'
import { type Draft, MenuDialog } from '../MenuDialog.tsx'
import styles from '../../../../kernel/list/list.module.css'

const tones: Record<number, Tone> = { [MenuType.menu]: 'info', [MenuType.function]: 'plain', [MenuType.route]: 'good' }
type TypeCode = keyof typeof menuTypeText

function useMove() {
  const client = useQueryClient()
  const sort = useCommand(menu.sort, { done: t('操作成功！'), refresh: [menu.tree], onDone: () => void refreshSession() })
  return (move: Move) => {
    client.setQueryData<MenuAdminRow[]>([menu.tree.path, {}], (rows) => rows && moved(rows, move))
    sort.mutate(move, { onError: () => void client.invalidateQueries({ queryKey: [menu.tree.path] }) })
  }
}

/** A copy without empty `children`, for which the table would draw an expand button. */
type Shown = Omit<MenuAdminRow, 'children'> & { children?: Shown[]; row: MenuAdminRow }
const toShown = (rows: readonly MenuAdminRow[]): Shown[] =>
  rows.map((row) => {
    const { children, ...own } = row
    return { ...own, row, ...(children.length > 0 ? { children: toShown(children) } : {}) }
  })

export default function MenuPage() {
  const { data, error, refetch, isFetching } = useCall(menu.tree, {})
  const [word, setWord] = useState('')
  const [opened, setOpened] = useState<Key[]>()
  const [draft, setDraft] = useState<Draft>()
  const wide = Grid.useBreakpoint().md ?? true
  const shown = useMemo(() => {
    const searched = word.trim().toLowerCase()
    const fits = (row: MenuAdminRow) =>
      `${row.metaTitle} ${row.name} ${row.permissionTag} ${row.component}`.toLowerCase().includes(searched)
    return searched === '' ? (data ?? []) : branchesWith(data ?? [], fits)
  }, [data, word])
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" columns={6} />
  const every = flat(shown).map((row) => row.id)
  const open = word.trim() === '' ? (opened ?? []) : every
  return (
    <div className={styles.listPage}>
      <Flex wrap gap="small" className={styles.listToolbar}>
        <Can permit="sys:menu:add">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setDraft({ parentId: TOP, menuType: MenuType.menu })}>
            {t('新建菜单')}
          </Button>
        </Can>
        <Button onClick={() => setOpened(open.length > 0 ? [] : every)}>{open.length > 0 ? t('全部折叠') : t('全部展开')}</Button>
        <Input.Search
          allowClear
          aria-label={t('搜索{{what}}', { what: t('菜单') })}
          placeholder={t('标题、名称、权限标识')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          style={{ maxWidth: 280 }}
        />
      </Flex>
      <Table<Shown>
        rowKey="id"
        size="middle"
        pagination={false}
        loading={isFetching}
        columns={columnsOf(data, setDraft, wide)}
        dataSource={toShown(shown)}
        expandable={{ expandedRowKeys: open, onExpandedRowsChange: (keys) => setOpened([...keys]) }}
        locale={{ emptyText: <PageEmpty /> }}
        {...(wide ? { scroll: { x: 940 } } : {})}
      />
      <MenuDialog draft={draft} rows={data} onClose={() => setDraft(undefined)} />
    </div>
  )
}

function columnsOf(rows: readonly MenuAdminRow[], edit: (draft: Draft) => void, wide: boolean): NonNullable<TableProps<Shown>['columns']> {
  const detail: NonNullable<TableProps<Shown>['columns']> = [
    { title: t('菜单名称'), dataIndex: 'name', width: 104, ellipsis: true },
    { title: t('访问路径'), dataIndex: 'path', width: 92, ellipsis: true },
    { title: t('视图组件'), dataIndex: 'component', width: 140, ellipsis: true },
    { title: t('权限标识'), dataIndex: 'permissionTag', width: 112, ellipsis: true },
  ]
  return [
    {
      title: t('菜单标题'),
      key: 'title',
      width: wide ? 200 : 220,
      render: (_value, row) => (
        <span>
          {row.metaIcon && <MenuIcon name={row.metaIcon} />} {tLabel(row.metaTitle)} {row.hidden && <Tag tone="warn">{t('隐藏')}</Tag>}
        </span>
      ),
    },
    {
      title: t('类型'),
      key: 'type',
      width: 72,
      render: (_value, row) => <Tag tone={tones[row.menuType] ?? 'plain'}>{tLabel(menuTypeText[row.menuType as TypeCode])}</Tag>,
    },
    ...(wide ? detail : []),
    {
      title: t('操作'),
      key: 'actions',
      width: wide ? 240 : 64,
      className: styles.listActions,
      ...(wide ? { fixed: 'right' as const } : {}),
      render: (_value, row) => <RowActions row={row.row} rows={rows} edit={edit} wide={wide} />,
    },
  ]
}

type RowActionsProps = { row: MenuAdminRow; rows: readonly MenuAdminRow[]; edit: (draft: Draft) => void; wide: boolean }
type Action = { key: string; label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean; onClick: () => void }

/** The actions of a row: side by side, or behind one button on phones. */
function RowActions({ row, rows, edit, wide }: RowActionsProps) {
  const actions = useActions(row, rows, edit)
  if (actions.length === 0) return null
  if (!wide) {
    return (
      <Dropdown trigger={['click']} menu={{ items: actions }}>
        <Button icon={<MoreOutlined />} aria-label={t('操作{{title}}', { title: tLabel(row.metaTitle) })} />
      </Dropdown>
    )
  }
  // red is for the menu and for questions
  return actions.map(({ key, label, icon, disabled = false, onClick }) =>
    icon ? (
      <Button key={key} type="text" size="small" icon={icon} aria-label={label} title={label} disabled={disabled} onClick={onClick} />
    ) : (
      <Button key={key} type="link" size="small" disabled={disabled} onClick={onClick}>
        {label}
      </Button>
    ),
  )
}

function useActions(row: MenuAdminRow, rows: readonly MenuAdminRow[], edit: (draft: Draft) => void): Action[] {
  const remove = useRemove(menu.delete, [menu.tree])
  const move = useMove()
  const step = (by: -1 | 1, label: string, icon: ReactNode): Action => {
    const to = stepOf(rows, row.id, by)
    return { key: label, label, icon, disabled: !to, onClick: () => to && move(to) }
  }
  const removeOne = async () => {
    if (await remove(row.id, { name: tLabel(row.metaTitle) })) await refreshSession()
  }
  const { children: _children, ...own } = row
  const below = { parentId: row.id, menuType: row.parentId === TOP ? MenuType.menu : MenuType.function }
  const isPlace = row.menuType !== MenuType.function
  return [
    ...(can(['sys:menu:update'])
      ? [
          step(-1, t('上移'), <ArrowUpOutlined />),
          step(1, t('下移'), <ArrowDownOutlined />),
          { key: 'edit', label: t('编辑'), onClick: () => edit(own) },
        ]
      : []),
    ...(isPlace && can(['sys:menu:add']) ? [{ key: 'add', label: t('添加下级'), onClick: () => edit(below) }] : []),
    ...(can(['sys:menu:delete'])
      ? [{ key: 'delete', label: t('删除'), danger: true, disabled: row.locked, onClick: () => void removeOne() }]
      : []),
  ]
}
