// On the start page of an exam, also long before it opens: this device cannot share its screen.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'

/** For a device that cannot share its screen; nothing for a candidate who is exempt. */
export function ScreenNote({ examId }: { examId: string }) {
  const { data, isPending } = useCall(record.need, { examId }, { quiet: true, noRetry: true })
  if (isPending || data?.exempt) return null
  return <Alert kind="warning" title={t('需在电脑上使用 Chrome 或 Edge 作答')} />
}
