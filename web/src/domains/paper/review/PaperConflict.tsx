// Another marker has marked the same paper meanwhile: shows both marks of each question, to choose one.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { Button, Flex, Modal, Table, Typography } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { pointsText } from '../question/marked.ts'
import { markKey, type Marks } from './marks.ts'
import styles from './review.module.css'

type Reviewed = Data<(typeof paper)['review-paper']>
/** as stored: scores in 1/100 point */
export type PaperClash = { version: number; marks: Record<string, { score: number; comment: string }> }

/** Saves the marks of a whole paper; a conflict is returned for the layer instead of being shown as a message. */
export function useReviewPaper() {
  const [conflict, setConflict] = useState<PaperClash>()
  const command = useCommand(paper['review-paper'], { quiet: true, refresh: [paper.paging, paper['review-paper']] })
  const send = {
    ...command,
    mutateAsync: (body: Parameters<typeof command.mutateAsync>[0]) =>
      command.mutateAsync(body, {
        onError: (error) => {
          if (error.reason === 'conflict' && (error.data as { version?: number } | null)?.version !== undefined)
            setConflict(error.data as PaperClash)
          else notify.error(error.message)
        },
      }),
    mutate: (body: Parameters<typeof command.mutate>[0], options: { onSuccess: () => void }) =>
      void send.mutateAsync(body).then(options.onSuccess, () => undefined),
  }
  return { send, conflict, setConflict }
}

type Props = {
  paper: Reviewed
  conflict: PaperClash
  marks: Marks
  /** uses the stored marks */
  onLoad: () => void
  onReplace: () => void
  onClose: () => void
}

export function PaperConflict({ paper: reviewed, conflict, marks, onLoad, onReplace, onClose }: Props) {
  const rows = rowsOf(reviewed, conflict, marks)
  return (
    <Modal open title={t('这份答卷已经有人评过')} onCancel={onClose} footer={null} width={640}>
      <Flex vertical gap="middle">
        <Typography.Text>{t('下面是两边不同的评分，请选择以哪一边为准。')}</Typography.Text>
        <Table
          size="small"
          pagination={false}
          rowKey="key"
          dataSource={rows}
          tableLayout="fixed"
          className={styles.reviewClash}
          columns={[
            { title: t('试题'), dataIndex: 'title', width: '26%' },
            { title: t('已保存的评分'), dataIndex: 'stored' },
            { title: t('您的评分'), dataIndex: 'own' },
          ]}
        />
        <Flex gap="small" justify="end" wrap>
          <Button danger onClick={onReplace}>
            {t('用我的评分替换')}
          </Button>
          <Button
            type="primary"
            onClick={() => {
              onClose()
              onLoad()
            }}
          >
            {t('载入已保存的评分')}
          </Button>
        </Flex>
      </Flex>
    </Modal>
  )
}

/** The questions whose marks differ, in the order of the paper. */
function rowsOf(reviewed: Reviewed, { marks: stored }: PaperClash, own: Marks) {
  const parts = reviewed.groups
    .flatMap((group) => group.quList)
    .flatMap((question, at) => [
      { key: markKey(question.quId), title: t('第 {{n}} 题', { n: at + 1 }) },
      ...question.subList.map((sub, index) => ({
        key: markKey(sub.quId, question.quId),
        title: t('第 {{n}} 题（{{part}}）', { n: at + 1, part: index + 1 }),
      })),
    ])
  const text = (mark: { score: number | null; comment: string } | undefined) =>
    !mark || mark.score === null ? '—' : [pointsText(mark.score), mark.comment].filter((one) => one !== '').join(' · ')
  return parts.flatMap(({ key, title }) => {
    const theirs = stored[key] && { ...stored[key], score: stored[key].score / 100 }
    const mine = own[key]
    if ((theirs?.score ?? null) === (mine?.score ?? null) && (theirs?.comment ?? '') === (mine?.comment ?? '')) return []
    return [{ key, title, stored: text(theirs), own: text(mine) }]
  })
}
