// The menus of a role in the tree of all menus; rows that the caller does not hold are shown but cannot be changed.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { type MenuAdminRow, menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { menuTypeText } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { Alert, Button, Drawer, Flex, Input, Tree, type TreeDataNode } from 'antd'
import { type Key, useMemo, useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCommand, useFormStart } from '../../../kernel/call/query.ts'
import { refreshSession } from '../../../shared/session/session.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { branchesWith, flat } from '../../../kernel/tree/tree.ts'
import { tickable, ticks, toggled, withRoutes } from './grants.ts'
import styles from '../../../kernel/tree/tree-page.module.css'

type Row = RowOf<typeof role.paging>
type GrantDrawerProps = { role: Row; onClose: () => void }

export function GrantDrawer({ role: one, onClose }: GrantDrawerProps) {
  const tree = useFormStart(menu.tree, {})
  const start = useFormStart(role['list-menus'], { id: one.id })
  const detail = useFormStart(role.detail, { id: one.id })
  const failed = tree.error ?? start.error ?? detail.error
  const retry = () => void Promise.all([tree.refetch(), start.refetch(), detail.refetch()])
  return (
    <Drawer open onClose={onClose} title={t('{{role}}的菜单', { role: one.roleName })} size="min(560px, 100%)" destroyOnHidden>
      {tree.data && start.data && detail.data ? (
        <GrantTree role={detail.data} rows={tree.data} start={start.data} onClose={onClose} />
      ) : failed ? (
        <PageError error={failed} onRetry={retry} />
      ) : (
        <PageLoading shape="form" rows={6} />
      )}
    </Drawer>
  )
}

type GrantTreeProps = { role: Row; rows: readonly MenuAdminRow[]; start: string[]; onClose: () => void }

function GrantTree({ role: one, rows: stored, start, onClose }: GrantTreeProps) {
  const rows = useMemo(() => tickable(stored), [stored])
  const [granted, setGranted] = useState<ReadonlySet<string>>(() => new Set(start))
  const [word, setWord] = useState('')
  const save = useCommand(role['save-menus'], {
    done: t('操作成功！'),
    refresh: [role['list-menus'], role.paging, role.list, role.detail],
    onDone: () => {
      // the changed role may be one of the current user's roles
      void refreshSession()
      onClose()
    },
  })
  const shown = useMemo(
    () => (word.trim() === '' ? rows : branchesWith(rows, (row) => `${row.metaTitle} ${row.permissionTag}`.includes(word.trim()))),
    [rows, word],
  )
  const held = flat(rows).some((row) => !row.held)
  return (
    <Flex vertical gap="middle" className={styles.grant}>
      {!one.editable && <Alert type="warning" showIcon title={t('这个角色的级别或范围超出您的权限，只能查看')} />}
      {one.editable && held && <Alert type="info" showIcon title={t('灰色的项是您自己没有的权限，保存时保持不变')} />}
      <Input.Search
        allowClear
        aria-label={t('搜索{{what}}', { what: t('菜单') })}
        placeholder={t('搜索{{what}}', { what: t('菜单') })}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {shown.length === 0 ? (
        <PageEmpty />
      ) : (
        <CheckTree rows={shown} all={rows} searched={word.trim() !== ''} editable={one.editable} granted={granted} onChange={setGranted} />
      )}
      <Flex gap="small" justify="end" className={styles.grantFoot}>
        <span className={styles.treeCount}>{t('已选{{n}}项', { n: flat(rows).filter((row) => granted.has(row.id)).length })}</span>
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button
          type="primary"
          disabled={!one.editable}
          loading={save.isPending}
          onClick={() => save.mutate({ id: one.id, menuIds: [...withRoutes(stored, granted)], version: one.version })}
        >
          {t('保存')}
        </Button>
      </Flex>
    </Flex>
  )
}

type CheckTreeProps = {
  rows: readonly MenuAdminRow[]
  all: readonly MenuAdminRow[]
  searched: boolean
  editable: boolean
  granted: ReadonlySet<string>
  onChange: (granted: ReadonlySet<string>) => void
}

const toNodes = (rows: readonly MenuAdminRow[], editable: boolean): TreeDataNode[] =>
  rows.map((row) => ({
    key: row.id,
    title: (
      <>
        {tLabel(row.metaTitle)}{' '}
        {row.menuType !== MenuType.menu && (
          <Tag>{tLabel(menuTypeText[row.menuType as typeof MenuType.function | typeof MenuType.route])}</Tag>
        )}
      </>
    ),
    disableCheckbox: !editable || !flat([row]).some((one) => one.held),
    children: toNodes(row.children, editable),
  }))

function CheckTree({ rows, all, searched, editable, granted, onChange }: CheckTreeProps) {
  const [opened, setOpened] = useState<Key[]>(() => all.map((row) => row.id))
  const shown = ticks(all, granted)
  return (
    <Tree
      checkable
      checkStrictly
      selectable={false}
      aria-label={t('菜单')}
      treeData={toNodes(rows, editable)}
      expandedKeys={searched ? flat(rows).map((row) => row.id) : opened}
      onExpand={setOpened}
      checkedKeys={shown}
      onCheck={(_keys, { node }) => onChange(toggled(all, granted, String(node.key), !shown.checked.includes(String(node.key))))}
    />
  )
}
