// Publishes a draft: names the exam, whom it opens to and how many they are, and offers to notify them.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { Checkbox, Modal, Typography } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { windowText } from '../exam-labels.ts'

type PublishDialogProps = { target: { id: string; title: string }; onClose: () => void }

export function PublishDialog({ target, onClose }: PublishDialogProps) {
  const [told, setTold] = useState(false)
  const { data, error, refetch } = useCall(exam.detail, { id: target.id }, { quiet: true })
  const reach = useCall(
    exam.reach,
    {
      openType: data?.openType ?? ExamOpenType.all,
      deptCodes: data?.deptCodes ?? [],
      groupIds: data?.groups.map((one) => one.id) ?? [],
      userIds: data?.users.map((one) => one.id) ?? [],
    },
    { enabled: data !== undefined, quiet: true },
  )
  const publish = useCommand(exam.publish, { done: t('考试已发布'), refresh: [exam.paging, exam.detail], onDone: onClose })
  const failed = error ?? reach.error
  const names = reach.data?.names.join('、') ?? ''
  return (
    <Modal
      open
      title={t('发布考试“{{title}}”', { title: target.title })}
      okText={t('发布')}
      okButtonProps={{ disabled: !reach.data, loading: publish.isPending }}
      onOk={() => publish.mutate({ id: target.id, notify: told })}
      onCancel={onClose}
    >
      {failed ? (
        <PageError error={failed} onRetry={() => void (error ? refetch() : reach.refetch())} />
      ) : data && reach.data ? (
        <>
          <Typography.Paragraph>
            {t('将对{{who}} {{n}} 人开放，时间：{{window}}', {
              who: names === '' ? tLabel(data.openType_dictText) : names,
              n: reach.data.people,
              window: windowText(data),
            })}
          </Typography.Paragraph>
          <Checkbox checked={told} onChange={({ target: { checked } }) => setTold(checked)}>
            {t('通知考生')}
          </Checkbox>
        </>
      ) : (
        <PageLoading shape="form" />
      )}
    </Modal>
  )
}
