// Dialog to select several question banks: search by title (admin.md §2, *Selectors*).
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { ListPage } from '../../shared/ListPage.tsx'

type Row = RowOf<typeof repo.paging>

type RepoPickerProps = {
  /** only banks that may be used for exams */
  forExam?: boolean
  /** ids of banks that are not offered */
  excludes: readonly string[]
  onPick: (banks: Row[]) => void
  onClose: () => void
}

export function RepoPicker({ forExam = false, excludes, onPick, onClose }: RepoPickerProps) {
  const [chosen, setChosen] = useState<Row[]>([])
  return (
    <Modal
      open
      title={t('选择题库')}
      width={880}
      okText={chosen.length === 0 ? t('请勾选题库') : t('确认{{n}}项', { n: chosen.length })}
      cancelText={t('取消')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => {
        onPick(chosen)
        onClose()
      }}
      onCancel={onClose}
    >
      <ListPage
        of={repo.paging}
        inUrl={false}
        search={['title']}
        columns={[
          { name: 'title', sortable: true },
          { name: 'quCount', width: 90 },
          { name: 'objCount', width: 90 },
          { name: 'subjCount', width: 90 },
        ]}
        fixedParams={{ ...(forExam ? { isExam: true } : {}), ...(excludes.length > 0 ? { excludes: [...excludes] } : {}) }}
        selection={{ selected: chosen, onChange: setChosen }}
      />
    </Modal>
  )
}
