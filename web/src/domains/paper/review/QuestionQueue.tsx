// Questions of an exam that are marked manually, with the number that waits for the signed-in marker.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { review } from '@shuyuan/contract/paper/review/review.ts'
import { Button, Card, Flex, Typography } from 'antd'
import { useNavigate } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { pointsText } from '../question/marked.ts'
import styles from './review.module.css'

type Queue = Data<typeof review.queue>

export function QuestionQueue({ queue }: { queue: Queue }) {
  const navigate = useNavigate()
  if (queue.questions.length === 0)
    return <PageEmpty text={t('还没有需要人工评分的试题')} hint={t('考生交卷后，简答题的答案会出现在这里。')} />
  return (
    <Flex vertical gap="small" className={styles.reviewQueue}>
      {queue.questions.map((one, at) => (
        <Card size="small" key={one.leaf}>
          <Flex justify="space-between" align="center" gap="middle" wrap>
            <Flex vertical gap={4} style={{ flex: 1, minWidth: 220 }}>
              <Typography.Text>
                {at + 1}. {one.title}
              </Typography.Text>
              <Typography.Text type="secondary">
                {t('{{n}} 分', { n: pointsText(one.maxScore) })} · {t('等我评分 {{n}}', { n: one.waiting })}
                {one.mine > 0 && ` · ${t('分配给我 {{n}} 份', { n: one.mine })}`} · {t('我已评 {{n}}', { n: one.marked })}
              </Typography.Text>
            </Flex>
            <Button
              disabled={one.waiting === 0}
              onClick={() => void navigate(`/admin/exam/review/exam/${queue.examId}/mark?leaf=${encodeURIComponent(one.leaf)}`)}
              aria-label={t('评第 {{n}} 题', { n: at + 1 })}
            >
              {one.waiting === 0 ? t('已评完') : t('评这一题')}
            </Button>
          </Flex>
        </Card>
      ))}
    </Flex>
  )
}
