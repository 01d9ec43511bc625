// Back office: the members of a group.
import { ArrowLeftOutlined, UserAddOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { groupUser } from '@shuyuan/contract/people/user/group-user.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { useRemove } from '../../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { UserPicker } from '../../../../shared/people/UserPicker.tsx'
import { PersonName } from '../PersonName.tsx'
import { StateTag } from '../StateTag.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'

type Row = RowOf<typeof groupUser.paging>
const changed = [groupUser.paging, group.paging, group.detail]
/** This screen's own wording (decisions.md 4). */
const wording = { ask: '确认要删除选定的信息吗？' } as const

export default function GroupUserPage() {
  const { groupId = '' } = useParams()
  const [picking, setPicking] = useState(false)
  const { data, error, refetch } = useCall(group.detail, { id: groupId })
  usePageSubject(data?.groupName)
  const join = useCommand(groupUser['ref-join'], { done: t('批量加入成功！'), refresh: changed })
  const remove = useRemove(groupUser.delete, changed, wording)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" columns={5} />
  const add = (
    <Can strict permit="sys:group:user:join">
      <Button type="primary" icon={<UserAddOutlined />} onClick={() => setPicking(true)}>
        {t('添加用户')}
      </Button>
    </Can>
  )
  return (
    <>
      <Flex align="center" gap="small" style={{ marginBlockEnd: 16 }}>
        <Link to="/admin/user/group">
          <ArrowLeftOutlined aria-hidden /> {t('返回用户分组')}
        </Link>
        <Typography.Text type="secondary">{t('{{n}}人', { n: data.userCount })}</Typography.Text>
      </Flex>
      <ListPage
        of={groupUser.paging}
        fixedParams={{ groupId }}
        search={['userName', 'realName', 'deptCode']}
        columns={[
          { name: 'realName', width: 160, sortable: true, render: (row) => <PersonName avatar={row.avatar} name={row.realName} /> },
          { name: 'userName', width: 140, sortable: true },
          { name: 'deptCode', width: 150 },
          { name: 'mobile', width: 130 },
          { name: 'state', width: 90, render: (row) => <StateTag state={row.state} /> },
          { name: 'createTime', width: 180, sortable: true },
        ]}
        toolbar={add}
        actionsWidth={90}
        actions={(row: Row) => (
          <Can strict permit="sys:group:user:remove">
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.realName })}>
              {t('移出')}
            </Button>
          </Can>
        )}
        batch={[
          {
            label: '移出',
            permit: 'sys:group:user:remove',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.realName })),
              ),
          },
        ]}
        empty={{ hint: t('从部门里挑选用户加入这个分组'), action: add }}
      />
      <UserPicker
        open={picking}
        title={t('添加用户')}
        excludeGroups={[groupId]}
        onPick={(users) => join.mutate({ refId: groupId, ids: users.map((one) => one.id) })}
        onClose={() => setPicking(false)}
      />
    </>
  )
}
