// Back office: other systems that receive events of this site.
import { PlusOutlined } from '@ant-design/icons'
import { hook, hookEvent } from '@shuyuan/contract/integrate/hook.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { SecretOnce } from '../../../shared/session/SecretOnce.tsx'
import { HookFields } from '../HookFields.tsx'

type Row = RowOf<typeof hook.paging>
const logPath = '/admin/sys/hook/delivery'

function State({ row }: { row: Row }) {
  if (row.problem !== '') return <Tag tone="bad">{t('已停用：{{problem}}', { problem: row.problem })}</Tag>
  return <Tag tone={row.enabled ? 'good' : 'plain'}>{t(row.enabled ? '已启用' : '未启用')}</Tag>
}

type ActionsProps = { row: Row; onEdit: () => void; onSecret: (secret: string) => void }

function Actions({ row, onEdit, onSecret }: ActionsProps) {
  const confirm = useConfirm()
  const ping = useCommand(hook.ping, { done: t('测试消息已提交，结果见推送记录') })
  const renew = useCommand(hook.secret, { onDone: ({ secret }) => onSecret(secret) })
  const renewSecret = async () => {
    if (await confirm({ content: t('原来的密钥立即失效，接收方须同时更换。确定更换吗？') })) renew.mutate({ id: row.id })
  }
  return (
    <>
      <Link to={`${logPath}?hookId=${row.id}`}>{t('推送记录')}</Link>
      <Can permit="integrate:hook:update">
        <Button type="link" size="small" onClick={onEdit}>
          {t('编辑')}
        </Button>
        <Button type="link" size="small" loading={ping.isPending} onClick={() => ping.mutate({ id: row.id })}>
          {t('试发')}
        </Button>
        {row.kind === 'hook' && (
          <Button type="link" size="small" onClick={() => void renewSecret()}>
            {t('更换密钥')}
          </Button>
        )}
      </Can>
    </>
  )
}

export default function HookListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const [secret, setSecret] = useState<string>()
  const turn = useCommand(hook.state, { refresh: [hook.paging] })
  const remove = useRemove(hook.delete, [hook.paging])
  const add = (
    <Can permit="integrate:hook:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({ kind: 'hook', homePage: window.location.origin })}>
        {t('新建推送目标')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={hook.paging}
        columns={[
          { name: 'title', width: 160, ellipsis: true, sortable: true },
          { name: 'kind', width: 120 },
          { name: 'url', width: 220, ellipsis: true },
          { name: 'events', width: 220, ellipsis: true, render: (row) => row.events.map((one) => tLabel(hookEvent[one])).join('、') },
          { name: 'enabled', title: '状态', width: 150, render: (row) => <State row={row} /> },
          { name: 'waiting', width: 100, align: 'right' },
          { name: 'createBy_dictText', width: 110, hidden: true },
          { name: 'createTime', width: 172, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={280}
        actions={(row) => <Actions row={row} onEdit={() => setEdited(row)} onSecret={setSecret} />}
        batch={[
          { label: '启用', permit: 'integrate:hook:update', onRun: (ids) => turn.mutateAsync({ ids, enabled: true }) },
          { label: '停用', permit: 'integrate:hook:update', onRun: (ids) => turn.mutateAsync({ ids, enabled: false }) },
          {
            label: '删除',
            permit: 'integrate:hook:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('考试、课程、订单、证书和用户的变化会推送给本单位的其他系统'), action: add }}
      />
      <FormDialog
        of={hook.save}
        open={edited !== undefined}
        title={edited?.id ? t('修改推送目标') : t('新建推送目标')}
        initial={{ homePage: window.location.origin, ...edited }}
        done={t('操作成功！')}
        refresh={[hook.paging]}
        onDone={(saved) => setSecret(saved.secret === '' ? undefined : saved.secret)}
        onClose={() => setEdited(undefined)}
      >
        <HookFields isNew={edited?.id === undefined} />
      </FormDialog>
      <SecretOnce title={t('签名密钥')} secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}
