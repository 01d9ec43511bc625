// Publishes a draft: names the exam, whom it opens to, how many they are and who watches, and offers to notify them.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { PublishSummary, useNoticeValues } from './PublishSummary.tsx'

type PublishDialogProps = { target: { id: string; title: string }; onClose: () => void }

export function PublishDialog({ target, onClose }: PublishDialogProps) {
  const [told, setTold] = useState(false)
  const valuesOf = useNoticeValues()
  const { data, error, refetch } = useCall(exam.detail, { id: target.id }, { quiet: true })
  const reach = useCall(
    exam.reach,
    {
      id: target.id,
      openType: data?.openType ?? ExamOpenType.all,
      deptCodes: data?.deptCodes ?? [],
      groupIds: data?.groups.map((one) => one.id) ?? [],
      userIds: data?.users.map((one) => one.id) ?? [],
      invigilatorIds: data?.invigilators.map((one) => one.id) ?? [],
    },
    { enabled: data !== undefined, quiet: true },
  )
  const publish = useCommand(exam.publish, {
    refresh: [exam.paging, exam.detail],
    onDone: ({ sent }) => {
      notify.success(sent > 0 ? t('考试已发布，已通知 {{n}} 人', { n: sent }) : t('考试已发布'))
      onClose()
    },
  })
  const failed = error ?? reach.error
  return (
    <Modal
      open
      title={t('发布考试“{{title}}”', { title: target.title })}
      okText={t('发布')}
      okButtonProps={{ disabled: !reach.data, loading: publish.isPending }}
      onOk={() => publish.mutate({ id: target.id, notify: told })}
      onCancel={onClose}
    >
      {failed && !(data && reach.data) ? (
        <PageError error={failed} onRetry={() => void (error ? refetch() : reach.refetch())} />
      ) : data && reach.data ? (
        <PublishSummary one={data} reach={reach.data} values={valuesOf(data)} onTold={setTold} />
      ) : (
        <PageLoading shape="form" />
      )}
    </Modal>
  )
}
