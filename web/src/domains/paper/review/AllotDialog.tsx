// Dialog to allot marking: markers, distribution and, optionally, only some questions.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { allotBy, review } from '@shuyuan/contract/paper/review/review.ts'
import { Alert, Button, Flex, Form, Modal, Radio, Select, Tag } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { type Marker, MarkerPicker } from './MarkerPicker.tsx'

type Props = { queue: Data<typeof review.queue>; onClose: () => void }

export function AllotDialog({ queue, onClose }: Props) {
  const [markers, setMarkers] = useState<Marker[]>([])
  const [by, setBy] = useState<keyof typeof allotBy>('question')
  const [quIds, setQuIds] = useState<string[]>([])
  const [picking, setPicking] = useState(false)
  const allot = useCommand(review.allocate, {
    refresh: [review.queue, review.progress, review.paging],
    onDone: ({ allotted, left }) => {
      notify.success(
        left > 0 ? t('已分配 {{n}} 份，{{left}} 份留在公共队列', { n: allotted, left }) : t('已分配 {{n}} 份', { n: allotted }),
      )
      onClose()
    },
  })
  const commit = () =>
    allot.mutate({ examId: queue.examId, by, markers: markers.map((one) => one.id), ...(quIds.length > 0 ? { quIds } : {}) })
  return (
    <Modal
      open
      title={t('分配阅卷任务')}
      okText={t('确定')}
      cancelText={t('取消')}
      okButtonProps={{ disabled: markers.length === 0, loading: allot.isPending }}
      onOk={commit}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('阅卷人')} required>
          <Flex gap={4} wrap align="center">
            {markers.map((one) => (
              <Tag
                key={one.id}
                closable={{ 'aria-label': t('移除{{name}}', { name: one.realName }) }}
                onClose={() => setMarkers((all) => all.filter((other) => other.id !== one.id))}
              >
                {one.realName}
              </Tag>
            ))}
            <Button size="small" onClick={() => setPicking(true)}>
              {t('选择阅卷人')}
            </Button>
          </Flex>
        </Form.Item>
        <Form.Item label={t('分配方式')}>
          <Radio.Group
            value={by}
            onChange={(event) => setBy(event.target.value as keyof typeof allotBy)}
            options={Object.entries(allotBy).map(([value, label]) => ({ value, label: tLabel(label) }))}
          />
        </Form.Item>
        <Form.Item label={t('试题')} htmlFor="allot-questions">
          <Select
            id="allot-questions"
            mode="multiple"
            value={quIds}
            onChange={setQuIds}
            placeholder={t('全部试题')}
            options={queue.questions.map((one, at) => ({ value: one.leaf, label: `${at + 1}. ${one.title}` }))}
          />
        </Form.Item>
      </Form>
      {queue.markDouble && markers.length === 1 && (
        <Alert type="warning" showIcon title={t('双评需要至少两位阅卷人，否则第二次评分留在公共队列')} />
      )}
      {queue.markDouble && markers.length === 2 && (
        <Alert type="info" showIcon title={t('两次评分相差过大时还需要第三位阅卷人；没有时可以转为仲裁')} />
      )}
      <Alert type="info" showIcon title={t('还没有开始评的答案会重新平均分配，已评的和正在评的不变')} style={{ marginBlockStart: 8 }} />
      {picking && <MarkerPicker initial={markers} onClose={() => setPicking(false)} onPick={setMarkers} />}
    </Modal>
  )
}
