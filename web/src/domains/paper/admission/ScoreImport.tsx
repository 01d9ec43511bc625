// Imports scores of an offline exam from a spreadsheet.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { offline } from '@shuyuan/contract/paper/admission/offline.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ImportDialog } from '../../../kernel/import/ImportDialog.tsx'
import { t } from '../../../kernel/i18n.ts'

type ScoreImportProps = { target: { id: string; title: string } | undefined; onClose: () => void }

export function ScoreImport({ target, onClose }: ScoreImportProps) {
  return (
    <ImportDialog
      open={target !== undefined}
      onClose={onClose}
      title={t('导入成绩：{{title}}', { title: target?.title ?? '' })}
      of={offline.import}
      fields={{ examId: target?.id ?? '' }}
      template={offline['import-template']}
      wrong={offline['import-wrong']}
      refresh={[exam.paging, paper.paging]}
    />
  )
}
