// Layer that compares two marks of the same answer, to choose one.
import { Button, Card, Flex, Modal, Typography } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { pointsText } from '../question/marked.ts'
import type { Conflict } from './useSaveMark.ts'
import styles from './review.module.css'

type Given = { score: number; comment: string }
type Props = { conflict: Conflict; own: Given; onKeep: () => void; onReplace: () => void }

export function ConflictLayer({ conflict: { stored }, own, onKeep, onReplace }: Props) {
  return (
    <Modal open title={t('这份答案已经有人评过')} closable={false} mask={{ closable: false }} footer={null}>
      <Flex vertical gap="middle">
        <div className={styles.reviewTwo}>
          <MarkCard title={stored.mine ? t('您在别处保存的评分') : t('其他老师的评分')} mark={stored} />
          <MarkCard title={t('您现在的评分')} mark={own} />
        </div>
        <Flex gap="small" justify="end" wrap>
          {stored.mayReplace && (
            <Button danger onClick={onReplace}>
              {t('用我的评分替换')}
            </Button>
          )}
          <Button type="primary" onClick={onKeep}>
            {t('保留已有评分，下一份')}
          </Button>
        </Flex>
      </Flex>
    </Modal>
  )
}

function MarkCard({ title, mark }: { title: string; mark: Given }) {
  return (
    <Card size="small" title={title}>
      <Typography.Title level={3} style={{ marginBlock: 0 }}>
        {pointsText(mark.score)}
      </Typography.Title>
      <Typography.Text type="secondary">{mark.comment || t('没有评语')}</Typography.Text>
    </Card>
  )
}
