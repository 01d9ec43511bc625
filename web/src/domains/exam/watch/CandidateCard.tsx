// One candidate who is sitting: there or not, how far, and what can be done.
import { watch } from '@shuyuan/contract/exam/watch.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Avatar, Badge, Button, Card, Flex, Progress, Tag, Typography } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { useCommand } from '../../../kernel/query.ts'
import type { WatchTarget } from './watch-target.ts'

type Row = RowOf<(typeof watch)['process-paging']>
type Props = { row: Row; onAct: (target: WatchTarget) => void }

export function CandidateCard({ row, onAct }: Props) {
  const one = { paperId: row.id, userId: row.userId, realName: row.realName }
  return (
    <Card size="small">
      <Flex vertical align="center" gap={4}>
        <Badge dot offset={[-6, 48]} status={row.online ? 'success' : 'default'}>
          <Avatar size={56} {...(row.image ? { src: row.image } : {})}>
            {row.realName.slice(-2)}
          </Avatar>
        </Badge>
        <Typography.Text strong ellipsis>
          {row.realName}
        </Typography.Text>
        <Typography.Text type="secondary">{row.online ? t('在线') : t('离线')}</Typography.Text>
        <Progress
          percent={row.quCount ? Math.round((row.answerCount / row.quCount) * 100) : 0}
          size="small"
          format={() => `${row.answerCount}/${row.quCount}`}
          aria-label={t('答题进度')}
        />
        <Flex gap={4} wrap justify="center">
          {row.extraMinutes > 0 && <Tag>{t('已补时{{n}}分钟', { n: row.extraMinutes })}</Tag>}
          {row.leaveTimes > 0 && <Tag color="warning">{t('离开{{n}}次', { n: row.leaveTimes })}</Tag>}
        </Flex>
        {row.unlock && <UnlockAsk paperId={row.id} unlock={row.unlock} />}
        <Flex gap={4} wrap justify="center">
          <Button size="small" onClick={() => onAct({ act: 'msg', one })}>
            {t('消息')}
          </Button>
          <Button size="small" onClick={() => onAct({ act: 'extra', one })}>
            {t('补时')}
          </Button>
          <Button size="small" danger onClick={() => onAct({ act: 'force', one })}>
            {t('收卷')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  )
}

/** Another device waits; where it is and what it is helps to decide. */
function UnlockAsk({ paperId, unlock }: { paperId: string; unlock: NonNullable<Row['unlock']> }) {
  const run = useCommand(watch.unlock, { done: t('操作成功！'), refresh: [watch['process-paging']] })
  return (
    <div className="watch-ask" role="status" title={unlock.userAgent}>
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
