// Adds or edits a rubric line; previews the effect if marks use the line.
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Alert, Button, Checkbox, Flex, Form, Input, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { enterStays } from '../../../kernel/form/enter.ts'
import type { RubricLine } from './rubric.ts'

type Props = { task: { examId: string; leaf: string }; line: RubricLine | null; onClose: () => void }
const refresh = [review['rubric-list'], review.queue, review.progress]

export function RubricDialog({ task, line, onClose }: Props) {
  const [text, setText] = useState(line?.text ?? '')
  const [points, setPoints] = useState<number | null>(line?.points ?? null)
  const [follow, setFollow] = useState(false)
  const save = useCommand(review['rubric-save'], { done: t('评分点已保存'), refresh, onDone: onClose })
  const remove = useCommand(review['rubric-delete'], { done: t('评分点已删除'), refresh, onDone: onClose })
  const used = line?.used ?? 0
  const changes = line !== null && points !== null && points !== line.points
  const commit = () => {
    if (points === null || text.trim() === '') return
    save.mutate({ ...task, text, points, follow: follow && changes, ...(line ? { id: line.id, version: line.version } : {}) })
  }
  return (
    <Modal open title={line ? t('修改评分点') : t('添加评分点')} onCancel={onClose} footer={null} width={460}>
      <Form layout="vertical" onKeyDown={enterStays} onFinish={commit}>
        <Form.Item label={t('评分点')} required htmlFor="rubric-text">
          <Input id="rubric-text" autoFocus maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
        </Form.Item>
        <Form.Item label={t('分值')} required htmlFor="rubric-points" extra={t('扣分填负数')}>
          <InputNumber id="rubric-points" value={points} onChange={setPoints} min={-1000} max={1000} step={0.5} style={{ width: 140 }} />
        </Form.Item>
        {used > 0 && changes && line && <FollowChoice line={line} points={points} follow={follow} onChange={setFollow} />}
        <Flex justify="space-between" gap="small" wrap>
          {line ? (
            <Button danger loading={remove.isPending} onClick={() => remove.mutate({ id: line.id, follow: false })}>
              {used > 0 ? t('删除（已给的分数不变）') : t('删除')}
            </Button>
          ) : (
            <span />
          )}
          <Flex gap="small">
            <Button onClick={onClose}>{t('取消')}</Button>
            <Button type="primary" htmlType="submit" disabled={points === null || text.trim() === ''} loading={save.isPending}>
              {t('确定')}
            </Button>
          </Flex>
        </Flex>
      </Form>
    </Modal>
  )
}

type ChoiceProps = { line: RubricLine; points: number; follow: boolean; onChange: (follow: boolean) => void }

function FollowChoice({ line, points, follow, onChange }: ChoiceProps) {
  const preview = useCall(review['rubric-preview'], { id: line.id, points })
  const found = preview.data
  const text = found
    ? [
        t('{{n}} 个评分会升高', { n: found.raised }),
        t('{{n}} 个评分会降低', { n: found.lowered }),
        t('{{n}} 份答卷的总分改变', { n: found.papers }),
        ...(found.passed > 0 ? [t('{{n}} 份变为及格', { n: found.passed })] : []),
        ...(found.failed > 0 ? [t('{{n}} 份变为不及格', { n: found.failed })] : []),
      ].join('，')
    : t('正在计算…')
  return (
    <Alert
      type="info"
      style={{ marginBlockEnd: 16 }}
      title={t('已有 {{n}} 个评分用了这个评分点', { n: line.used })}
      description={
        <Flex vertical gap={4}>
          <Checkbox checked={follow} onChange={(event) => onChange(event.target.checked)}>
            {t('已给的分数跟着改')}
          </Checkbox>
          <span aria-live="polite">{text}</span>
        </Flex>
      }
    />
  )
}
