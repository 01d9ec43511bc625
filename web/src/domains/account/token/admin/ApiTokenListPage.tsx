// Back office: API tokens.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Can } from '../../../../kernel/access/Can.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { useRemove } from '../../../../kernel/list/useRemove.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { SecretOnce } from '../../../../shared/session/SecretOnce.tsx'

const Field = fieldOf(apiToken.add)
type Row = RowOf<typeof apiToken.paging>

type TagSelectProps = { id?: string; value?: string[]; onChange?: (tags: string[]) => void }

/** The caller's own permissions, grouped by page. */
function TagSelect(props: TagSelectProps) {
  const { data = [], isPending } = useCall(apiToken.tags, {})
  const pages = [...new Set(data.map((one) => one.page))]
  const options = pages.map((page) => ({
    label: tLabel(page),
    options: data.filter((one) => one.page === page).map(({ tag, title }) => ({ value: tag, label: `${tLabel(title)} · ${tag}` })),
  }))
  return <Select {...props} mode="multiple" loading={isPending} options={options} showSearch={{ optionFilterProp: 'label' }} />
}

export default function ApiTokenListPage() {
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const remove = useRemove(apiToken.delete, [apiToken.paging])
  const add = (
    <Can permit="sys:token:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('新建接口令牌')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={apiToken.paging}
        search={['title']}
        columns={[
          { name: 'title', width: 180, ellipsis: true, sortable: true },
          { name: 'hint', width: 130, render: (row) => <code>{row.hint}…</code> },
          { name: 'userName', title: '所有者', width: 140, render: (row) => row.realName || row.userName },
          { name: 'tags', title: '令牌权限', width: 220, ellipsis: true, render: (row) => row.tags.join(' ') },
          { name: 'addresses', width: 160, ellipsis: true, render: (row) => row.addresses.join(' ') || t('不限') },
          { name: 'expireTime', width: 172, sortable: true },
          { name: 'lastUsed', width: 172, sortable: true, render: (row) => row.lastUsed ?? '—' },
          { name: 'lastIp', width: 140, hidden: true },
          { name: 'createTime', width: 172, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={90}
        actions={(row: Row) => (
          <Can permit="sys:token:delete">
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
              {t('撤销接口令牌')}
            </Button>
          </Can>
        )}
        batch={[
          {
            label: '撤销接口令牌',
            permit: 'sys:token:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('程序用接口令牌代您调用后台的接口，只能使用您选择的权限'), action: add }}
      />
      <FormDialog
        of={apiToken.add}
        open={adding}
        title={t('新建接口令牌')}
        refresh={[apiToken.paging]}
        onDone={({ token }) => setSecret(token)}
        onClose={() => setAdding(false)}
      >
        <Field name="title" />
        <Field name="tags" extra={t('您失去的权限，令牌也立即失去')}>
          <TagSelect />
        </Field>
        <Field name="addresses" extra={t('每行一个 IP 地址或网段，留空不限')} />
        <Field name="expireTime" extra={t('最长 366 天')} />
      </FormDialog>
      <SecretOnce title={t('新的接口令牌')} secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}
