// Back office: one exam, live: who is in, how far, and taking papers in.
import { watch } from '@shuyuan/contract/exam/watch.ts'
import { Button, Card, Flex, InputNumber, Space, Switch, Tabs, Typography } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/query.ts'
import { ExtraTimeDialog } from '../watch/ExtraTimeDialog.tsx'
import { ForceHandDialog } from '../watch/ForceHandDialog.tsx'
import { HandedList } from '../watch/HandedList.tsx'
import { MessageDialog } from '../watch/MessageDialog.tsx'
import { MissList } from '../watch/MissList.tsx'
import { ProcessGrid } from '../watch/ProcessGrid.tsx'
import type { WatchTarget } from '../watch/watch-target.ts'
import { WatchStat } from '../watch/WatchStat.tsx'

/** Seconds between two looks: admin.md §9, *Exam watch*. */
const REFRESH = { least: 5, most: 999, usual: 10 }

export default function ExamWatchDetailPage() {
  const [query] = useSearchParams()
  const examId = query.get('examId') ?? ''
  if (!/^\d+$/.test(examId)) return <PageEmpty text={t('请从监考列表选择一场考试')} />
  return <Watch key={examId} examId={examId} />
}

function Watch({ examId }: { examId: string }) {
  const [seconds, setSeconds] = useState(REFRESH.usual)
  const [autoPage, setAutoPage] = useState(false)
  const [target, setTarget] = useState<WatchTarget>()
  // nothing moves under the hand of somebody who is deciding
  const refetchInterval = target ? false : seconds * 1_000
  const stat = useCall(watch['watch-stat'], { id: examId }, { refetchInterval })
  if (stat.isError) return <PageError error={stat.error} onRetry={() => void stat.refetch()} />
  return (
    <Flex vertical gap="middle">
      <Card>
        <Flex justify="space-between" align="center" wrap gap="middle">
          <Typography.Title level={4} style={{ margin: 0 }}>
            {stat.data?.title ?? '…'}
          </Typography.Title>
          <Space wrap>
            <label>
              {t('自动翻页')} <Switch checked={autoPage} onChange={setAutoPage} />
            </label>
            <label>
              {t('刷新间隔（秒）')}{' '}
              <InputNumber
                min={REFRESH.least}
                max={REFRESH.most}
                value={seconds}
                onChange={(value) => setSeconds(value ?? REFRESH.usual)}
              />
            </label>
            <Button onClick={() => setTarget({ act: 'msg' })} disabled={!stat.data?.processCount}>
              {t('群发消息')}
            </Button>
            <Button onClick={() => setTarget({ act: 'extra' })}>{t('全体补时')}</Button>
            <Button danger onClick={() => setTarget({ act: 'force' })} disabled={!stat.data?.processCount}>
              {t('全部收卷')}
            </Button>
          </Space>
        </Flex>
        <WatchStat stat={stat.data} />
      </Card>
      <Tabs
        destroyOnHidden
        items={[
          {
            key: 'process',
            label: t('考试中'),
            children: <ProcessGrid examId={examId} refetchInterval={refetchInterval} autoPage={autoPage} onAct={setTarget} />,
          },
          { key: 'handed', label: t('已交卷'), children: <HandedList examId={examId} refetchInterval={refetchInterval} /> },
          {
            key: 'missed',
            label: t('缺考'),
            children: <MissList examId={examId} refetchInterval={refetchInterval} onAct={setTarget} />,
          },
        ]}
      />
      <ForceHandDialog examId={examId} target={target} onClose={() => setTarget(undefined)} />
      <ExtraTimeDialog examId={examId} target={target} onClose={() => setTarget(undefined)} />
      <MessageDialog examId={examId} target={target} onClose={() => setTarget(undefined)} />
    </Flex>
  )
}
