// Back office: what earns points, how many, and at most how many a day.
import { EditOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { Alert, Button, Table, Tag } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'

const list = userPoints['rule/list']
const save = userPoints['rule/save']
const Field = fieldOf(save)
type Rule = Data<typeof list>[number]

export default function PointsRulePage() {
  const { data, error, refetch } = useCall(list, {})
  const [open, setOpen] = useState<Rule>()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  return (
    <>
      <Alert type="info" showIcon style={{ marginBlockEnd: 16 }} title={t('考试及格的奖励积分在每场考试的设置里填写。')} />
      {data.every((rule) => !rule.enabled) && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockEnd: 16 }}
          title={t('所有积分规则都未启用：学员登录、学习和购买都不会得到积分。点“修改”启用需要的规则。')}
        />
      )}
      <Table<Rule>
        rowKey="event"
        dataSource={data}
        pagination={false}
        scroll={{ x: 560 }}
        columns={[
          { title: tLabel('事件'), dataIndex: 'event_dictText', render: (title: string) => tLabel(title) },
          { title: tLabel('每次积分'), dataIndex: 'points', width: 110, align: 'right' },
          {
            title: tLabel('每日上限'),
            dataIndex: 'dayCap',
            width: 110,
            align: 'right',
            render: (cap: number) => (cap === 0 ? t('不限') : cap),
          },
          {
            title: tLabel('状态'),
            dataIndex: 'enabled',
            width: 100,
            render: (on: boolean) => <Tag color={on ? 'success' : 'default'}>{tLabel(on ? '启用' : '停用')}</Tag>,
          },
          {
            key: 'actions',
            width: 110,
            render: (_value: unknown, rule: Rule) => (
              <Button
                type="link"
                size="small"
                icon={<EditOutlined />}
                aria-label={t('修改“{{name}}”的积分规则', { name: tLabel(rule.event_dictText) })}
                onClick={() => setOpen(rule)}
              >
                {t('修改')}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <FormDialog
          of={save}
          open
          title={tLabel(open.event_dictText)}
          initial={open}
          submitText="保存"
          done={t('操作成功！')}
          refresh={[list]}
          onClose={() => setOpen(undefined)}
        >
          <Field name="points" />
          <Field name="dayCap" extra={t('同一人一天内由这条规则得到的最多积分，0 表示不限')} />
          <Field name="enabled" />
        </FormDialog>
      )}
    </>
  )
}
