// Back office: tools of other makers that courses may open (LTI 1.3, this site as the platform).
import { PlusOutlined } from '@ant-design/icons'
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import { tool, toolProblems, toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Descriptions, Modal, Typography } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

const Field = fieldOf(tool.save)
type Row = RowOf<typeof tool.paging>

const Value = ({ text }: { text: string }) => <Typography.Text copyable>{text}</Typography.Text>

/** What the tool's administrator enters there. */
function Registration({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  return (
    <Modal open={row !== undefined} title={t('工具需要的登记信息')} footer={null} width={720} onCancel={onClose}>
      {row && (
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'issuer', label: t('平台标识（Issuer）'), children: <Value text={row.issuer} /> },
            { key: 'client', label: t('工具 Client ID'), children: <Value text={row.clientId} /> },
            { key: 'deployment', label: t('工具 Deployment ID'), children: <Value text={row.deploymentId} /> },
            { key: 'auth', label: t('平台登录地址'), children: <Value text={row.issuer + toolService.auth.path} /> },
            { key: 'token', label: t('令牌地址'), children: <Value text={row.issuer + toolService.token.path} /> },
            { key: 'keys', label: t('本站公钥地址（JWKS）'), children: <Value text={row.issuer + lti.keys.path} /> },
          ]}
        />
      )}
    </Modal>
  )
}

export default function ToolListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const [shown, setShown] = useState<Row>()
  const remove = useRemove(tool.delete, [tool.paging])
  const add = (
    <Can permit="integrate:tool:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({})}>
        {t('新建外部工具')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={tool.paging}
        columns={[
          { name: 'title', width: 160, ellipsis: true, sortable: true },
          { name: 'targetUrl', width: 220, ellipsis: true },
          { name: 'clientId', width: 200, ellipsis: true, hidden: true },
          { name: 'links', width: 110, align: 'right' },
          {
            name: 'problem',
            width: 220,
            render: ({ problem, problemDetail, problemTime }) =>
              problem && (
                <>
                  {tLabel(toolProblems[problem])}
                  <br />
                  <small>{[problemDetail, problemTime].filter((one) => one !== '').join(' · ')}</small>
                </>
              ),
          },
          {
            name: 'enabled',
            title: '状态',
            width: 100,
            render: (row) => <Tag tone={row.enabled ? 'good' : 'plain'}>{t(row.enabled ? '已启用' : '未启用')}</Tag>,
          },
        ]}
        toolbar={add}
        actionsWidth={220}
        actions={(row) => (
          <>
            <Button type="link" size="small" onClick={() => setShown(row)}>
              {t('登记信息')}
            </Button>
            <Can permit="integrate:tool:update">
              <Button type="link" size="small" onClick={() => setEdited(row)}>
                {t('编辑')}
              </Button>
            </Can>
            <Can permit="integrate:tool:delete">
              <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
                {t('删除')}
              </Button>
            </Can>
          </>
        )}
        batch={[
          {
            label: '删除',
            permit: 'integrate:tool:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('登记支持 LTI 1.3 的工具，教师就可以把它们放进课程'), action: add }}
      />
      <FormDialog
        of={tool.save}
        open={edited !== undefined}
        title={edited?.id ? t('修改外部工具') : t('新建外部工具')}
        initial={{ enabled: true, issuer: window.location.origin, ...edited }}
        done={t('操作成功！')}
        refresh={[tool.paging]}
        width={640}
        onClose={() => setEdited(undefined)}
      >
        <Field name="title" />
        <Field name="issuer" extra={t('写入令牌的平台标识，工具按它登记本站，登记后不要修改')} />
        <Field name="loginUrl" />
        <Field name="targetUrl" />
        <Field name="redirectUris" extra={t('每行一个，与工具发送的地址逐字相同')} />
        <Field name="keysUrl" />
        <Field name="publicKey" extra={t('工具没有公钥地址时填写，PEM 或 JWK；两者都空则不接收成绩')} />
        <Field name="custom" extra={t('每行一个，例如 id=5 或 name=$Person.name.full，随每次打开发送')} />
        <Field name="roster" extra={t('工具可以读取使用它的课程的学员姓名，不含账号、手机和邮箱')} />
        <Field name="enabled" />
      </FormDialog>
      <Registration row={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
