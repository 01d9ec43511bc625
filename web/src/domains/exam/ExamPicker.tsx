// Dialog to select exams: search by name, several at once; exams on paper are marked in red (learner.md §2).
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Modal, Tag } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { ListPage } from '../../shared/ListPage.tsx'

type Row = RowOf<typeof exam.paging>

type ExamPickerProps = {
  /** ids of exams that are not offered */
  excludes: readonly string[]
  onPick: (exams: Row[]) => void
  onClose: () => void
}

export function ExamPicker({ excludes, onPick, onClose }: ExamPickerProps) {
  const [chosen, setChosen] = useState<Row[]>([])
  return (
    <Modal
      open
      title={t('选择考试')}
      width={880}
      okText={chosen.length === 0 ? t('请勾选考试') : t('确认{{n}}项', { n: chosen.length })}
      cancelText={t('取消')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => {
        onPick(chosen)
        onClose()
      }}
      onCancel={onClose}
    >
      <ListPage
        of={exam.paging}
        inUrl={false}
        search={['title']}
        columns={[
          {
            name: 'title',
            render: (row) => (
              <>
                {row.title} {row.offline && <Tag color="error">{t('线下考试')}</Tag>}
              </>
            ),
          },
          { name: 'startTime', width: 180 },
          { name: 'totalScore', width: 90 },
        ]}
        fixedParams={excludes.length > 0 ? { excludes: [...excludes] } : {}}
        selection={{ selected: chosen, onChange: setChosen }}
      />
    </Modal>
  )
}
