// Sets another end for papers: another cause, given up, or reopened.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { Alert, Input, Switch } from 'antd'
import { DictSelect } from '../../../shared/dict/DictSelect.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'

const Field = fieldOf(paper['mark-as'])

/** `done` receives whether it was saved, so that the list can clear its selection. */
export type Marked = { ids: string[]; done: (marked: boolean) => void }

export function MarkAsDialog({ marked, onClose }: { marked: Marked | undefined; onClose: () => void }) {
  return (
    <FormDialog
      of={paper['mark-as']}
      open={marked !== undefined}
      title={t('标记答卷（{{n}}份）', { n: marked?.ids.length ?? 0 })}
      initial={{ ids: marked?.ids ?? [] }}
      prepare={({ state, exState, ...values }) => ({
        ...values,
        exState: exState === undefined ? undefined : Number(exState),
        ...(state ? { state: PaperState.givenUp } : {}),
      })}
      done={t('操作成功！')}
      refresh={[paper.paging]}
      onDone={() => marked?.done(true)}
      onClose={() => {
        marked?.done(false)
        onClose()
      }}
    >
      <Alert
        type="warning"
        showIcon
        title={t('处理前后的状态会记入操作日志。已放弃的答卷不计成绩；再次标记且不选“已放弃”时恢复并重新评分。')}
        style={{ marginBlockEnd: 16 }}
      />
      <Field name="exState">
        <DictSelect dicCode="paper_ex_state" />
      </Field>
      <Field name="exMsg">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
      <Field name="state" label="标记为已放弃" required={false} valueProp="checked">
        <Switch />
      </Field>
    </FormDialog>
  )
}
