// Timeline of one paper, each event with its evidence.
import { type Verdict, verdicts } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { Alert, Empty, Flex, Image, Segmented, Skeleton, Tag, Timeline, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageError } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { evidenceOf } from './evidence.ts'
import { replayAddress } from './replay-address.ts'
import styles from './timeline.module.css'

type TimelineEvent = Data<typeof timeline.list>['events'][number]

/** Colour by verdict; red needs attention first. */
const colors: Record<Verdict, string> = { ignore: 'gray', warn: 'orange', flag: 'red', force: 'red' }
const tags: Record<Verdict, string> = { ignore: 'default', warn: 'warning', flag: 'error', force: 'error' }
/** a face that passed near the threshold, at the door or in a capture */
const isGrey = ({ data }: TimelineEvent) => data['reason'] === 'grey'
const isSign = (event: TimelineEvent) => isGrey(event) || (event.verdict !== '' && event.verdict !== 'ignore')
const colorOf = (event: TimelineEvent) => {
  const { verdict, kind } = event
  if (verdict !== '') return colors[verdict]
  if (isGrey(event)) return 'orange'
  return kind === 'start' || kind === 'hand' ? 'green' : 'blue'
}

function ReplayLink({ paperId }: { paperId: string }) {
  const to = replayAddress(paperId)
  return to !== undefined && <Link to={to}>{tLabel('查看录像')}</Link>
}

export function PaperTimeline({ paperId }: { paperId: string }) {
  const [only, setOnly] = useState<'all' | 'signs'>('all')
  const { data, error, refetch } = useCall(timeline.list, { paperId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 6 }} />
  const signs = data.events.filter(isSign)
  const shown = only === 'all' ? data.events : signs
  return (
    <div>
      <Flex wrap gap="small" align="center" justify="space-between" className={styles.paperTimelineHead}>
        <Segmented
          value={only}
          onChange={(value) => setOnly(value as typeof only)}
          options={[
            { value: 'all', label: t('全部事件（{{n}}）', { n: data.events.length }) },
            { value: 'signs', label: t('异常事件（{{n}}）', { n: signs.length }) },
          ]}
        />
        {data.events.some((event) => event.kind === 'record') && <ReplayLink paperId={paperId} />}
        {data.flagTimes > 0 && <Tag color="error">{t('被标记{{n}}次', { n: data.flagTimes })}</Tag>}
      </Flex>
      {data.trimmedTime !== null && (
        <Alert showIcon type="info" title={t('本场考试已归档，监考事件已于 {{time}} 清除', { time: data.trimmedTime })} />
      )}
      {shown.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有异常事件')} />
      ) : (
        <Image.PreviewGroup>
          <Timeline items={shown.map((event) => ({ key: event.id, color: colorOf(event), content: <Entry event={event} /> }))} />
        </Image.PreviewGroup>
      )}
    </div>
  )
}

function Entry({ event }: { event: TimelineEvent }) {
  const { kind_dictText, time, verdict, message, byName, image, ip, userAgent, ackTime } = event
  const facts = evidenceOf(event)
  return (
    <article className={styles.paperEvent}>
      <Flex wrap gap="small" align="center">
        <strong>{tLabel(kind_dictText)}</strong>
        {verdict !== '' && <Tag color={tags[verdict]}>{tLabel(verdicts[verdict])}</Tag>}
        {isGrey(event) && <Tag color="warning">{t('相似度偏低')}</Tag>}
        <time className={styles.paperEventTime}>{time}</time>
      </Flex>
      {message !== '' && <p>{message}</p>}
      {facts.length > 0 && (
        <dl className={styles.paperEventFacts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {image !== '' && <Image src={image} alt={t('{{time}}的抓拍', { time })} width={160} />}
      {byName !== '' && <p className={styles.paperEventDim}>{t('操作人：{{name}}', { name: byName })}</p>}
      {ackTime !== null && <p className={styles.paperEventDim}>{t('考生已看到：{{time}}', { time: ackTime })}</p>}
      {ip !== '' && (
        <Typography.Paragraph className={styles.paperEventDim} ellipsis={{ rows: 1, expandable: 'collapsible' }}>
          {ip} {userAgent}
        </Typography.Paragraph>
      )}
    </article>
  )
}
