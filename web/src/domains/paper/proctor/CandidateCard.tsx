// Card of one candidate with an open paper: online state, progress, actions.
import { ClockCircleOutlined, FlagFilled, InboxOutlined, MessageOutlined } from '@ant-design/icons'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Avatar, Badge, Button, Card, Flex, Progress, Tag, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { Enlarged } from '../../../kernel/html/HtmlView.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import type { WatchTarget } from './watch-target.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { initialsOf } from '../../../shared/people/initials.ts'
import styles from './watch.module.css'

type Row = RowOf<(typeof watch)['process-paging']>
type Props = { row: Row; onAct: (target: WatchTarget) => void }

export function CandidateCard({ row, onAct }: Props) {
  const one = { paperId: row.id, userId: row.userId, realName: row.realName }
  return (
    <Card size="small" className={row.flagTimes > 0 ? classes(styles.watchCard, styles.watchFlagged) : styles.watchCard}>
      <Flex vertical align="center" gap={4}>
        {row.image ? (
          <Photo src={row.image} name={row.realName} online={row.online} />
        ) : (
          <Badge dot offset={[-6, 50]} status={row.online ? 'success' : 'default'}>
            <Avatar size={56}>{initialsOf(row.realName)}</Avatar>
          </Badge>
        )}
        <Button
          type="link"
          size="small"
          className={styles.watchName}
          title={t('答卷时间线：{{name}}', { name: row.realName })}
          onClick={() => onAct({ act: 'timeline', one })}
        >
          {row.realName}
        </Button>
        <span className={row.online ? styles.watchOnline : styles.watchOffline}>{row.online ? t('在线') : t('离线')}</span>
        <Progress
          percent={row.quCount ? Math.round((row.answerCount / row.quCount) * 100) : 0}
          size="small"
          showInfo={false}
          aria-label={t('答题进度')}
        />
        <span className={styles.watchCount}>{`${row.answerCount}/${row.quCount}`}</span>
        <Marks row={row} />
        {row.unlock && <UnlockAsk paperId={row.id} unlock={row.unlock} />}
        <Flex gap={4} wrap justify="center">
          <Act label={t('消息')} icon={<MessageOutlined />} onClick={() => onAct({ act: 'msg', one })} />
          <Act label={t('补时')} icon={<ClockCircleOutlined />} onClick={() => onAct({ act: 'extra', one })} />
          <Act label={t('收卷')} icon={<InboxOutlined />} danger onClick={() => onAct({ act: 'force', one })} />
        </Flex>
      </Flex>
    </Card>
  )
}

/** The latest picture of the candidate, as wide as the card; a click enlarges it. */
function Photo({ src, name, online }: { src: string; name: string; online: boolean }) {
  const [enlarged, setEnlarged] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.watchPhoto}
        data-online={online}
        aria-label={t('放大{{name}}的照片', { name })}
        onClick={() => setEnlarged(true)}
      >
        <img src={src} alt="" />
      </button>
      {enlarged && <Enlarged src={src} alt={name} onClose={() => setEnlarged(false)} />}
    </>
  )
}

function Marks({ row: { extraMinutes, extraGained, leaveTimes, flagTimes } }: { row: Row }) {
  if (extraMinutes + leaveTimes + flagTimes === 0) return null
  return (
    <div className={styles.watchMarks}>
      {flagTimes > 0 && (
        <Tag color="error" icon={<FlagFilled />}>
          {t('异常{{n}}次', { n: flagTimes })}
        </Tag>
      )}
      {leaveTimes > 0 && <Tag color="warning">{t('离开{{n}}次', { n: leaveTimes })}</Tag>}
      {extraMinutes > 0 && (
        <Tag>
          {extraGained < extraMinutes * 60
            ? t('补时{{n}}分钟，实得{{m}}分{{s}}秒', { n: extraMinutes, m: Math.floor(extraGained / 60), s: extraGained % 60 })
            : t('已补时{{n}}分钟', { n: extraMinutes })}
        </Tag>
      )}
    </div>
  )
}

type ActProps = { label: string; icon: ReactNode; danger?: boolean; onClick: () => void }

function Act({ label, ...button }: ActProps) {
  return (
    <Tooltip title={label}>
      <Button size="small" aria-label={label} {...button} />
    </Tooltip>
  )
}

/** Unlock request of another device, with its place and type to decide on. */
function UnlockAsk({ paperId, unlock }: { paperId: string; unlock: NonNullable<Row['unlock']> }) {
  const run = useCommand(watch.unlock, { done: t('操作成功！'), refresh: [watch['process-paging']] })
  return (
    <div className={styles.watchAsk} role="status" title={unlock.userAgent}>
      <strong>{t('申请换机')}</strong>
      <span>
        {unlock.asked.slice(11)} {unlock.ip}
      </span>
      <Button size="small" type="primary" loading={run.isPending} onClick={() => run.mutate({ paperId })}>
        {t('解锁')}
      </Button>
    </div>
  )
}
