// Publishes a learning path: says whom it is for, what some of them cannot open, and offers to notify them.
import { path, pathOpenType } from '@shuyuan/contract/path/path.ts'
import { pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { Alert, Flex, Modal } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { NoticeTick, useRecipientValues } from '../notify/NoticeTick.tsx'

type PathPublishDialogProps = { target: { id: string; title: string }; onClose: () => void }

export function PathPublishDialog({ target: { id, title }, onClose }: PathPublishDialogProps) {
  const [told, setTold] = useState(false)
  const recipient = useRecipientValues()
  const detail = useCall(path.detail, { id }, { quiet: true })
  const reach = useCall(path.reach, { id }, { quiet: true })
  const publish = useCommand(path.publish, {
    refresh: [path.paging, path.detail],
    onDone: ({ entered, sent }) => {
      notify.success(
        sent > 0
          ? t('培养方案已发布，{{n}} 人加入，已通知 {{m}} 人', { n: entered, m: sent })
          : t('培养方案已发布，{{n}} 人加入', { n: entered }),
      )
      onClose()
    },
  })
  const error = detail.error ?? reach.error
  const one = detail.data
  const days = one?.days === 0 ? t('不限') : t('{{n}} 天', { n: one?.days ?? 0 })
  return (
    <Modal
      open
      title={t('发布培养方案“{{title}}”', { title })}
      okText={t('发布')}
      okButtonProps={{ disabled: !one || !reach.data, loading: publish.isPending }}
      onOk={() => publish.mutate({ id, notify: told })}
      onCancel={onClose}
    >
      {error ? (
        <PageError error={error} onRetry={() => void Promise.all([detail.refetch(), reach.refetch()])} />
      ) : one && reach.data ? (
        <Flex vertical gap="small">
          <div>
            {t('{{n}} 人从今天开始（{{who}}），完成期限：{{days}}', {
              who: reach.data.names.length === 0 ? tLabel(pathOpenType[one.openType]) : reach.data.names.join('、'),
              n: reach.data.people,
              days,
            })}
          </div>
          <div>{t('以后加入范围的人从加入那天开始；离开范围的人保留进度。')}</div>
          {reach.data.shut.map((thing) => (
            <Alert
              key={`${thing.kind} ${thing.title}`}
              type="warning"
              showIcon
              title={t('{{kind}}“{{title}}”有 {{n}} 人打不开：未开放或不在它的范围内', {
                kind: tLabel(pathItemKind[thing.kind]),
                title: thing.title,
                n: thing.people,
              })}
            />
          ))}
          <NoticeTick
            n={reach.data.told}
            notice={reach.data.notice}
            values={{ ...recipient, pathTitle: one.title, days }}
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
