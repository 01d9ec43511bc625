// Forced close of one paper or of all of an exam; a reason is required.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import { DictSelect } from '../../../shared/dict/DictSelect.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import type { WatchTarget } from './watch-target.ts'

const Field = fieldOf(watch['force-hand'])
const AllField = fieldOf(watch['force-hand-all'])

type Props = { examId: string; target: WatchTarget | undefined; onClose: () => void }

const refresh = [watch['watch-stat'], watch['process-paging'], watch['hand-paging'], paper.paging]

/** The normal end cannot be chosen for a forced close. */
const normal = ['0']

/** Candidates have 3 s for their last answers; after that their papers leave the list. */
const FORCED_CLOSE_MS = 4_000

export function ForceHandDialog({ examId, target, onClose }: Props) {
  const client = useQueryClient()
  const one = target?.act === 'force' ? target.one : undefined
  const refetchLater = () =>
    setTimeout(() => refresh.forEach((one) => void client.invalidateQueries({ queryKey: [one.path] })), FORCED_CLOSE_MS)
  const reason = (
    <Field name="message" label="收卷理由" required>
      <Input.TextArea rows={3} maxLength={200} showCount />
    </Field>
  )
  return (
    <>
      <FormDialog
        of={watch['force-hand']}
        open={one !== undefined}
        title={t('收卷')}
        initial={one ? { paperId: one.paperId } : {}}
        done={t('操作成功！')}
        refresh={refresh}
        onDone={refetchLater}
        onClose={onClose}
      >
        <p>{one?.realName}</p>
        {reason}
      </FormDialog>
      <FormDialog
        of={watch['force-hand-all']}
        open={target?.act === 'force' && !one}
        title={t('全部收卷')}
        initial={{ examId }}
        prepare={(values) => ({ ...values, exState: values.exState === undefined ? undefined : Number(values.exState) })}
        done={t('操作成功！')}
        refresh={refresh}
        onDone={refetchLater}
        onClose={onClose}
      >
        <Alert type="warning" showIcon title={t('交卷后考生将无法继续考试，确实要全部交卷吗？')} style={{ marginBlockEnd: 16 }} />
        <AllField name="exState" label="考卷状态" required>
          <DictSelect dicCode="paper_ex_state" without={normal} />
        </AllField>
        {reason}
      </FormDialog>
    </>
  )
}
