// The bound accounts of a user for an administrator: unbind any of them, set the phone.
import { bind, type BindRow } from '@shuyuan/contract/account/bind.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { Alert, Button, Flex, Form, Input, Table } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { mobileProblem } from '../../session/useSmsSending.ts'

const UPDATE = 'sys:user:update'
const refresh = [bind.paging, bind['bind-info'], user.paging, user.detail]

export function UserBinds({ userId }: { userId: string }) {
  const list = useCall(bind.paging, { current: 1, size: 20, params: { userId } })
  const phone = list.data?.records.find((row) => row.loginType === 'mobile')
  return (
    <Flex vertical gap={16}>
      <Alert
        type="info"
        showIcon
        title={t('学员可以绑定手机号、微信、企业微信、钉钉或统一身份认证登录；管理员解绑后，只能由学员自己重新绑定。')}
      />
      {list.error && !list.data ? (
        <PageError error={list.error} onRetry={() => void list.refetch()} compact />
      ) : list.data ? (
        <Table<BindRow>
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={list.data.records}
          locale={{ emptyText: <PageEmpty text={t('该用户还没有绑定任何账号')} /> }}
          columns={[
            { title: t('绑定方式'), dataIndex: 'loginType_dictText', render: (text: string) => tLabel(text) },
            { title: t('第三方信息'), key: 'info', render: (_, row) => (row.nickName ? `${row.nickName}（${row.openId}）` : row.openId) },
            { title: t('绑定时间'), dataIndex: 'createTime', render: (time: string | null) => time ?? '—' },
            { title: t('操作'), key: 'act', fixed: 'end' as const, render: (_, row) => <UnbindButton row={row} userId={userId} /> },
          ]}
        />
      ) : (
        <PageLoading shape="table" rows={3} columns={4} />
      )}
      {list.data && !phone && (
        <Can strict permit={UPDATE}>
          <PhoneForm userId={userId} />
        </Can>
      )}
    </Flex>
  )
}

function UnbindButton({ row, userId }: { row: BindRow; userId: string }) {
  const confirm = useConfirm()
  const isPhone = row.loginType === 'mobile'
  const unbindPhone = useCommand(bind['direct-unbind'], { done: t('解绑成功！'), refresh })
  const unbind = useCommand(bind['unbind-by-id'], { done: t('解绑成功!'), refresh })
  const ask = () =>
    confirm({ content: isPhone ? t('确实要解除用户的手机绑定?') : t('解绑后，只能由用户重新绑定，确定要解绑吗?'), danger: true }, () =>
      isPhone ? unbindPhone.mutateAsync({ userId, mobile: row.openId }) : unbind.mutateAsync({ id: row.id }),
    )
  return (
    <Can strict permit={UPDATE}>
      <Button type="link" danger onClick={() => void ask()} aria-label={t('解绑{{way}}', { way: tLabel(row.loginType_dictText) })}>
        {t('解绑')}
      </Button>
    </Can>
  )
}

function PhoneForm({ userId }: { userId: string }) {
  const [mobile, setMobile] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = useCommand(bind['direct-bind'], { done: t('绑定成功!'), refresh })
  const submit = () => {
    const found = mobileProblem(mobile).mobile
    setProblem(found)
    if (found === undefined) save.mutate({ userId, mobile })
  }
  return (
    // not a form element, because it may be placed inside another form
    <Form layout="vertical" component={false}>
      <Form.Item
        label={t('为用户绑定手机号')}
        htmlFor="direct-mobile"
        {...(problem === undefined ? {} : { validateStatus: 'error' as const, help: problem })}
      >
        <Flex gap={8}>
          <Input
            id="direct-mobile"
            inputMode="tel"
            autoComplete="off"
            value={mobile}
            style={{ maxWidth: 240 }}
            onChange={(event) => setMobile(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault()
              submit()
            }}
          />
          <Button onClick={submit} loading={save.isPending}>
            {t('绑定')}
          </Button>
        </Flex>
      </Form.Item>
    </Form>
  )
}
