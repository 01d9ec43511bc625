// Back office: roles with level, data scope and granted menus.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { role, DataScope, scopeText } from '@shuyuan/contract/people/role-menu/role.ts'
import { Button, Typography } from 'antd'
import { useState } from 'react'
import { Can } from '../../../../kernel/access/Can.tsx'
import { can } from '../../../../kernel/access/permission.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { useRemove } from '../../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { DepartsSelect } from '../../../../shared/people/DepartTree.tsx'
import { GrantDrawer } from '../GrantDrawer.tsx'

const Field = fieldOf(role.save)

type Row = RowOf<typeof role.paging>
const lists = [role.paging, role.list, role.detail]
/** Default level of a new role: below the roles of the seed, above learners. */
const fresh: Partial<Row> = { roleLevel: 5, dataScope: DataScope.own }

/** A new role with the values of this one; the server adds its menus. */
const copyOf = ({ id, roleName, roleLevel, dataScope, deptCodes, needTotp, remark }: Row) => ({
  copyOf: id,
  roleName: t('{{title}}（副本）', { title: roleName }),
  roleLevel,
  dataScope,
  deptCodes,
  needTotp,
  remark,
})

function ScopeCell({ dataScope, deptNames }: Row) {
  if (dataScope !== DataScope.chosen) return t(scopeText[dataScope])
  const names = deptNames.length === 0 ? t('没有部门，只看到本人') : deptNames.join('、')
  return (
    <>
      {t(scopeText[dataScope])}
      <Typography.Text type="secondary" ellipsis={{ tooltip: names }} style={{ display: 'block' }}>
        {names}
      </Typography.Text>
    </>
  )
}

/** The tree of departments, for a scope of chosen ones. */
function ChosenDeparts() {
  if (useFormValue('dataScope') !== DataScope.chosen) return null
  return (
    <Field name="deptCodes" required extra={t('包括各部门的下级部门')}>
      <DepartsSelect />
    </Field>
  )
}

export default function RoleListPage() {
  const [edited, setEdited] = useState<Partial<Row> & { copyOf?: string }>()
  const [granted, setGranted] = useState<Row>()
  const remove = useRemove(role.delete, lists)
  const add = (
    <Can permit="sys:role:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited(fresh)}>
        {t('新建角色')}
      </Button>
    </Can>
  )
  const actions = (row: Row) => (
    <>
      <Can permit="sys:role:menus">
        <Button type="link" size="small" onClick={() => setGranted(row)}>
          {t('分配菜单')}
        </Button>
      </Can>
      <Can permit="sys:role:update">
        <Button type="link" size="small" disabled={!row.editable} onClick={() => setEdited(row)}>
          {t('编辑')}
        </Button>
      </Can>
      {can(['sys:role:add']) && (
        <Can permit="sys:role:menus">
          <Button type="link" size="small" onClick={() => setEdited(copyOf(row))}>
            {t('复制')}
          </Button>
        </Can>
      )}
      <Can permit="sys:role:delete">
        <Button
          type="link"
          size="small"
          danger
          disabled={row.builtIn || !row.editable}
          onClick={() => void remove(row.id, { name: row.roleName, effect: t('{{n}}人', { n: row.userCount }) })}
        >
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  return (
    <>
      <ListPage
        of={role.paging}
        search={['roleName', 'dataScope']}
        columns={[
          {
            name: 'roleName',
            width: 200,
            sortable: true,
            render: (row) => (
              <>
                {row.roleName} {row.builtIn && <Tag>{t('内置')}</Tag>}
              </>
            ),
          },
          { name: 'roleLevel', width: 110, sortable: true },
          {
            name: 'dataScope',
            width: 190,
            render: (row) => <ScopeCell {...row} />,
          },
          { name: 'needTotp', width: 110 },
          { name: 'userCount', width: 90 },
          { name: 'remark', width: 240, ellipsis: true },
        ]}
        toolbar={add}
        actionsWidth={250}
        actions={actions}
        batch={[
          {
            label: '删除',
            permit: 'sys:role:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.roleName, effect: t('{{n}}人', { n: row.userCount }) })),
              ),
          },
        ]}
        empty={{ hint: t('角色决定一个人能打开哪些菜单、看到多大范围的数据'), action: add }}
      />
      <FormDialog
        of={role.save}
        open={edited !== undefined}
        title={edited?.id ? t('编辑角色') : edited?.copyOf ? t('复制角色和它的菜单') : t('新建角色')}
        initial={edited ?? {}}
        done={t('操作成功！')}
        refresh={lists}
        onClose={() => setEdited(undefined)}
      >
        <Field name="roleName" />
        <Field name="roleLevel" extra={t('数字越小级别越高；不能高于自己的级别')} />
        <Field name="dataScope" extra={t('决定能看到和管理哪些人的数据；不能大于自己的范围')} />
        <ChosenDeparts />
        <Field name="needTotp" extra={t('有此角色的管理人员须先设置两步验证才能使用后台')} />
        <Field name="remark" />
      </FormDialog>
      {granted && <GrantDrawer role={granted} onClose={() => setGranted(undefined)} />}
    </>
  )
}
