// Back office: live watch of one exam, with forced close and other actions.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { Card, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { ApplyList } from '../../../exam/apply/ApplyList.tsx'
import { ExtraTimeDialog } from '../ExtraTimeDialog.tsx'
import { ForceHandDialog } from '../ForceHandDialog.tsx'
import { HandedList } from '../HandedList.tsx'
import { MessageDialog } from '../MessageDialog.tsx'
import { MissList } from '../MissList.tsx'
import { ProcessGrid } from '../ProcessGrid.tsx'
import { RecordGrid } from '../recording/RecordGrid.tsx'
import { ReopenDialog } from '../ReopenDialog.tsx'
import { TimelineDrawer } from '../TimelineDrawer.tsx'
import { useWatchSocket } from '../useWatchSocket.ts'
import { withValue } from '../watch-address.ts'
import { isPrompt, type WatchTarget } from '../watch-target.ts'
import { type Fresh, REFRESH, WatchPanel } from '../WatchPanel.tsx'
import { WatchLine } from '../WatchStat.tsx'
import styles from '../watch.module.css'

export default function ExamWatchDetailPage() {
  const [query] = useSearchParams()
  const examId = query.get('examId') ?? ''
  if (!/^\d+$/.test(examId)) return <PageEmpty text={t('请从监考列表选择一场考试')} />
  return <Watch key={examId} examId={examId} />
}

function Watch({ examId }: { examId: string }) {
  const [fresh, setFresh] = useState<Fresh>({ seconds: REFRESH.usual, autoPage: false })
  const [target, setTarget] = useState<WatchTarget>()
  const [auditing, setAuditing] = useState(false)
  // while a dialog is open nothing moves
  const paused = auditing || isPrompt(target)
  const refetchInterval = paused ? false : fresh.seconds * 1_000
  const stat = useCall(watch['watch-stat'], { id: examId }, { refetchInterval })
  const live = useWatchSocket(examId, paused)
  usePageSubject(stat.data?.title)
  if (stat.isError && !stat.data) return <PageError error={stat.error} onRetry={() => void stat.refetch()} />
  const close = () => setTarget(undefined)
  return (
    <div className={styles.watchPage}>
      <Card size="small">
        <WatchLine stat={stat.data} />
        <Lists
          examId={examId}
          refetchInterval={refetchInterval}
          autoPage={fresh.autoPage}
          awaits={(stat.data?.awaitedCount ?? 0) > 0}
          records={stat.data?.records === true}
          onAct={setTarget}
          onAudit={setAuditing}
        />
      </Card>
      <WatchPanel stat={stat.data} fresh={fresh} onFresh={setFresh} live={live} broken={stat.isError} paused={paused} onAct={setTarget} />
      <ForceHandDialog examId={examId} target={target} onClose={close} />
      <ExtraTimeDialog examId={examId} target={target} onClose={close} />
      <MessageDialog examId={examId} target={target} onClose={close} />
      <ReopenDialog target={target} onClose={close} />
      <TimelineDrawer examId={examId} records={stat.data?.records === true} target={target} onClose={close} />
    </div>
  )
}

type ListsProps = {
  examId: string
  refetchInterval: number | false
  autoPage: boolean
  /** candidates without a paper may still start */
  awaits: boolean
  /** the exam records candidates */
  records: boolean
  onAct: (target: WatchTarget) => void
  onAudit: (open: boolean) => void
}

function Lists({ autoPage, onAudit, awaits, records, ...list }: ListsProps) {
  const { examId, refetchInterval } = list
  const [address, setAddress] = useSearchParams()
  return (
    <Tabs
      destroyOnHidden
      activeKey={address.get('tab') ?? 'process'}
      onChange={(key) => setAddress((before) => withValue(before, 'tab', key === 'process' ? '' : key), { replace: true })}
      items={[
        { key: 'process', label: t('考试中'), children: <ProcessGrid {...list} autoPage={autoPage} /> },
        ...(records ? [{ key: 'record', label: t('录制画面'), children: <RecordGrid {...list} /> }] : []),
        { key: 'handed', label: t('已交卷'), children: <HandedList {...list} /> },
        {
          key: 'missed',
          label: awaits ? t('未到') : t('缺考'),
          children: <MissList examId={examId} records={records} refetchInterval={refetchInterval} onAct={list.onAct} />,
        },
        ...(can(['exam:apply:list'])
          ? [
              {
                key: 'apply',
                label: t('考试申请'),
                children: (
                  <ApplyList examId={examId} onPrompt={onAudit} {...(refetchInterval === false ? {} : { refreshEvery: refetchInterval })} />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
