// Back office: certificate templates.
import { PlusOutlined } from '@ant-design/icons'
import { cert, certState, CertState } from '@shuyuan/contract/cert/cert.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { can } from '../../../kernel/access/permission.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { GrantDialog } from '../GrantDialog.tsx'

type Row = RowOf<typeof cert.paging>

const state = (row: Row) => <Tag tone={row.state === CertState.enabled ? 'good' : 'plain'}>{tLabel(certState[row.state])}</Tag>
const title = (row: Row) => (can(['cert:update']) ? <Link to={`/admin/cert/update/${row.id}`}>{row.title}</Link> : row.title)
const period = (row: Row) => (row.validMonths === 0 ? t('长期有效') : t('{{n}} 个月', { n: row.validMonths }))

export default function CertListPage() {
  const [granting, setGranting] = useState<Row>()
  const remove = useRemove(cert.delete, [cert.paging])
  return (
    <>
      <ListPage
        of={cert.paging}
        search={['title', 'state']}
        columns={[
          { name: 'title', sortable: true, render: title },
          { name: 'authority', width: 200, ellipsis: true },
          { name: 'validMonths', width: 110, render: period },
          { name: 'grantCount', width: 100, align: 'right', sortable: true },
          { name: 'state', width: 90, render: state },
          { name: 'updateTime', width: 180, sortable: true },
        ]}
        toolbar={
          <Can permit="cert:add">
            <Link to="/admin/cert/add">
              <Button type="primary" icon={<PlusOutlined />}>
                {tLabel('新建证书')}
              </Button>
            </Link>
          </Can>
        }
        actionsWidth={150}
        actions={(row) => (
          <Space size={0}>
            {can(['cert:grant:add']) && row.state === CertState.enabled && (
              <Button type="link" size="small" aria-label={t('发放“{{name}}”', { name: row.title })} onClick={() => setGranting(row)}>
                {t('发放')}
              </Button>
            )}
            <Link to={`/admin/cert/grant?certId=${row.id}`}>{t('记录')}</Link>
          </Space>
        )}
        batch={[
          {
            label: '删除',
            permit: 'cert:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('先设计证书，再在课程和考试里选择它，或者直接发放给人员。') }}
      />
      {granting && <GrantDialog cert={granting} onClose={() => setGranting(undefined)} />}
    </>
  )
}
