// Back office: learning platforms whose users open exams and courses of this site (LTI 1.3).
import { PlusOutlined } from '@ant-design/icons'
import { LTI_SCORE } from '@shuyuan/contract/integrate/hook.ts'
import { lti, ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Descriptions, Modal, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { LtiRosters } from '../LtiRosters.tsx'

const Field = fieldOf(ltiPlatform.save)
type Row = RowOf<typeof ltiPlatform.paging>

const Address = ({ path }: { path: string }) => <Typography.Text copyable>{`${window.location.origin}${path}`}</Typography.Text>

/** What the platform's administrator enters there. */
function Addresses({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} title={t('平台需要的登记信息')} footer={null} width={720} onCancel={onClose}>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'login', label: t('登录请求地址'), children: <Address path={lti.login.path} /> },
          { key: 'launch', label: t('回调地址'), children: <Address path={lti.launch.path} /> },
          { key: 'keys', label: t('本站公钥地址（JWKS）'), children: <Address path={lti.keys.path} /> },
          { key: 'exam', label: t('考试的链接'), children: <Address path={`/lti/exam/${t('考试编号')}`} /> },
          { key: 'course', label: t('课程的链接'), children: <Address path={`/lti/course/${t('课程编号')}`} /> },
        ]}
      />
    </Modal>
  )
}

export default function LtiListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const [shown, setShown] = useState(false)
  const [listed, setListed] = useState<Row>()
  const remove = useRemove(ltiPlatform.delete, [ltiPlatform.paging])
  const add = (
    <Can permit="integrate:lti:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({})}>
        {t('新建学习平台')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={ltiPlatform.paging}
        columns={[
          { name: 'title', width: 160, ellipsis: true, sortable: true },
          { name: 'issuer', width: 240, ellipsis: true },
          { name: 'clientId', width: 160, ellipsis: true },
          { name: 'deptCode_dictText', width: 140, ellipsis: true },
          { name: 'users', width: 110, align: 'right' },
          {
            name: 'enabled',
            title: '状态',
            width: 100,
            render: (row) => <Tag tone={row.enabled ? 'good' : 'plain'}>{t(row.enabled ? '已启用' : '未启用')}</Tag>,
          },
        ]}
        toolbar={
          <>
            {add}
            <Button onClick={() => setShown(true)}>{t('登记信息')}</Button>
          </>
        }
        actionsWidth={280}
        actions={(row) => (
          <>
            {row.tokenUrl !== '' && (
              <Can permit="integrate:hook:list">
                <Link to={`/admin/sys/hook/delivery?event=${LTI_SCORE}`}>{t('推送记录')}</Link>
              </Can>
            )}
            {row.roster !== 'off' && (
              <Button type="link" size="small" onClick={() => setListed(row)}>
                {t('课程名单')}
              </Button>
            )}
            <Can permit="integrate:lti:update">
              <Button type="link" size="small" onClick={() => setEdited(row)}>
                {t('编辑')}
              </Button>
            </Can>
            <Can permit="integrate:lti:delete">
              <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
                {t('删除')}
              </Button>
            </Can>
          </>
        )}
        batch={[
          {
            label: '删除',
            permit: 'integrate:lti:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('Moodle、Canvas 等平台的用户可以从那里直接打开本站的考试和课程'), action: add }}
      />
      <FormDialog
        of={ltiPlatform.save}
        open={edited !== undefined}
        title={edited?.id ? t('修改学习平台') : t('新建学习平台')}
        initial={{ enabled: true, roster: 'off', ...edited }}
        done={t('操作成功！')}
        refresh={[ltiPlatform.paging]}
        width={640}
        onClose={() => setEdited(undefined)}
      >
        <Field name="title" />
        <Field name="issuer" extra={t('与平台写入令牌的标识逐字相同')} />
        <Field name="clientId" />
        <Field name="deployments" extra={t('多个时用英文逗号分隔')} />
        <Field name="authUrl" />
        <Field name="keysUrl" />
        <Field name="tokenUrl" extra={t('填写后，考试成绩和课程完成情况回传到平台的成绩册')} />
        <Field name="tokenAudience" extra={t('平台要求与令牌地址不同的受众时填写')} />
        <Field name="deptCode" extra={t('平台用户第一次打开时新建学员账号，加入这个部门')} />
        <Field name="roster" extra={t('需要令牌地址；每晚和点“读取名单”时读取，离开名单的人保留账号')} />
        <Field name="enabled" />
      </FormDialog>
      <Addresses open={shown} onClose={() => setShown(false)} />
      <LtiRosters platform={listed} onClose={() => setListed(undefined)} />
    </>
  )
}
