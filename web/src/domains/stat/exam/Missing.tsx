// People who were invited and have not come, with a reminder to all of them.
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { Button, Typography } from 'antd'
import { useState } from 'react'
import { useCommand } from '../../../kernel/call/query.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { ExtraTimeDialog } from '../../paper/proctor/ExtraTimeDialog.tsx'
import { MissList } from '../../paper/proctor/MissList.tsx'
import type { WatchTarget } from '../../paper/proctor/watch-target.ts'
import type { Attendance, Exam } from './exam-view.ts'
import styles from './exam-view.module.css'

export function Missing({ exam, attendance }: { exam: Exam; attendance: Attendance }) {
  const [target, setTarget] = useState<WatchTarget>()
  const confirm = useConfirm()
  const remind = useCommand(watchMessage['remind-missing'], {
    onDone: ({ sent }) => notify.success(t('已发送 {{n}} 条提醒', { n: sent })),
  })
  const { awaitedCount } = attendance
  const ask = () =>
    confirm(
      { content: t('向还没有参加“{{title}}”的 {{n}} 人发送站内提醒？十分钟内只能提醒一次。', { title: exam.title, n: awaitedCount }) },
      () => remind.mutateAsync({ examId: exam.id }),
    )
  return (
    <>
      {awaitedCount > 0 && (
        <div className={styles.remind}>
          <Typography.Text>{t('{{n}} 人还没有参加', { n: awaitedCount })}</Typography.Text>
          <Button type="primary" loading={remind.isPending} onClick={() => void ask()}>
            {t('提醒参加考试')}
          </Button>
        </div>
      )}
      <MissList examId={exam.id} refetchInterval={false} onAct={setTarget} />
      <ExtraTimeDialog examId={exam.id} target={target} onClose={() => setTarget(undefined)} />
    </>
  )
}
