// Enables a course: names whom it opens to, how many they are and the price, and offers to notify them.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { hasFiles, useLacks } from '../lacks.ts'
import { PublishSummary, useNoticeValues } from '../PublishSummary.tsx'

type PublishDialogProps = { target: { id: string; title: string }; onClose: () => void }

export function PublishDialog({ target, onClose }: PublishDialogProps) {
  const [told, setTold] = useState(false)
  const valuesOf = useNoticeValues()
  const lacksOf = useLacks()
  const { data, error, refetch } = useCall(course['admin/detail'], { id: target.id }, { quiet: true })
  const reach = useCall(
    course.reach,
    {
      id: target.id,
      openType: data?.openType ?? OpenType.all,
      deptCodes: data?.deptCodes ?? [],
      groupIds: data?.groups.map((one) => one.id) ?? [],
      userIds: data?.users.map((one) => one.id) ?? [],
    },
    { enabled: data !== undefined, quiet: true },
  )
  const publish = useCommand(course.publish, {
    refresh: [course.paging, course['admin/detail']],
    onDone: ({ sent }) => {
      notify.success(sent > 0 ? t('课程已发布，已通知 {{n}} 人', { n: sent }) : t('课程已发布'))
      onClose()
    },
  })
  const failed = error ?? reach.error
  return (
    <Modal
      open
      title={t('发布课程“{{title}}”', { title: target.title })}
      okText={t('发布')}
      okButtonProps={{ disabled: !reach.data || !data || !hasFiles(data), loading: publish.isPending }}
      onOk={() => data && publish.mutate({ id: target.id, version: data.version, notify: told })}
      onCancel={onClose}
    >
      {failed && !(data && reach.data) ? (
        <PageError error={failed} onRetry={() => void (error ? refetch() : reach.refetch())} />
      ) : data && reach.data ? (
        <PublishSummary one={data} reach={reach.data} values={valuesOf(data)} lacks={lacksOf(data)} onTold={setTold} />
      ) : (
        <PageLoading shape="form" />
      )}
    </Modal>
  )
}
