// Publishes a survey: says whom it opens to and how many they are, and offers to notify them.
import { survey, surveyOpenType } from '@shuyuan/contract/survey/survey.ts'
import { Flex, Modal } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { limitText, NoticeTick, useRecipientValues } from '../notify/NoticeTick.tsx'

type SurveyPublishDialogProps = { target: { id: string; title: string }; onClose: () => void }

export function SurveyPublishDialog({ target: { id, title }, onClose }: SurveyPublishDialogProps) {
  const [told, setTold] = useState(false)
  const recipient = useRecipientValues()
  const detail = useCall(survey.detail, { id }, { quiet: true })
  const reach = useCall(survey.reach, { id }, { quiet: true })
  const publish = useCommand(survey.publish, {
    refresh: [survey.paging, survey.detail],
    onDone: ({ sent }) => {
      notify.success(sent > 0 ? t('问卷已发布，已通知 {{n}} 人', { n: sent }) : t('问卷已发布'))
      onClose()
    },
  })
  const error = detail.error ?? reach.error
  const one = detail.data
  return (
    <Modal
      open
      title={t('发布问卷“{{title}}”', { title })}
      okText={t('发布')}
      okButtonProps={{ disabled: !one || !reach.data, loading: publish.isPending }}
      onOk={() => publish.mutate({ id, notify: told })}
      onCancel={onClose}
    >
      {error && !(one && reach.data) ? (
        <PageError error={error} onRetry={() => void Promise.all([detail.refetch(), reach.refetch()])} />
      ) : one && reach.data ? (
        <Flex vertical gap="small">
          <div>
            {t('将对 {{n}} 人开放（{{who}}），时间：{{window}}', {
              who: reach.data.names.length === 0 ? tLabel(surveyOpenType[one.openType]) : reach.data.names.join('、'),
              n: reach.data.people,
              window: `${limitText(one.startTime)} – ${limitText(one.endTime)}`,
            })}
          </div>
          <div>
            {one.anonymous
              ? t('匿名填写：任何人都查不到答案是谁填写的，发布并有人填写后不能改为实名')
              : t('实名填写：答案带有姓名和部门，有人填写后不能改为匿名')}
          </div>
          <NoticeTick
            n={reach.data.told}
            notice={reach.data.notice}
            values={{ ...recipient, surveyTitle: one.title, startTime: limitText(one.startTime), endTime: limitText(one.endTime) }}
            onTold={setTold}
            state={reach.data.noticeState}
          />
        </Flex>
      ) : (
        <PageLoading shape="form" />
      )}
    </Modal>
  )
}
