// Extra time for one candidate or for all of an exam.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Input } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import type { WatchTarget } from './watch-target.ts'

const Field = fieldOf(watch['extra-time'])

/** How long the notice about candidates with less time is shown. */
const SECONDS = 8

/** Text about candidates who got less time because the exam ends earlier; '' if none did. */
function shortfallOf({ partly, leastSeconds, unmoved }: Data<(typeof watch)['extra-time']>): string {
  const least = t('{{m}}分{{s}}秒', { m: Math.floor(leastSeconds / 60), s: leastSeconds % 60 })
  return [
    ...(partly > 0 ? [t('{{n}}人受考试结束时间限制没有补足，最少的只延长{{least}}', { n: partly, least })] : []),
    ...(unmoved > 0 ? [t('{{n}}人受考试结束时间限制没有延长', { n: unmoved })] : []),
  ].join(t('；'))
}

type Props = { examId: string; target: WatchTarget | undefined; onClose: () => void }

export function ExtraTimeDialog({ examId, target, onClose }: Props) {
  const one = target?.one
  return (
    <FormDialog
      of={watch['extra-time']}
      open={target?.act === 'extra'}
      title={one ? t('补时：{{name}}', { name: one.realName }) : t('全体补时')}
      initial={{ examId, minutes: 10, ...(one ? { userIds: [one.userId] } : {}) }}
      onDone={(given) => {
        const shortfall = shortfallOf(given)
        if (shortfall === '') notify.success(t('操作成功！'))
        else notify.warning(shortfall, SECONDS)
      }}
      refresh={[watch['process-paging'], watch['miss-paging']]}
      onClose={onClose}
    >
      {!one && (
        <Alert
          type="info"
          showIcon
          title={t('正在考试的考生立即延长，还没有开始的考生在开始时获得；已交卷的考生不受影响。')}
          style={{ marginBlockEnd: 16 }}
        />
      )}
      <Field name="minutes" />
      <Field name="closeMinutes" required={false} extra={t('考试有统一结束时间时顺延多少；留空与补时相同')} />
      <Field name="reason">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
