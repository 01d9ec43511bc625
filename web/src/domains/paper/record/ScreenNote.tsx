// On the start page of an exam, also long before it opens: a device that cannot share its screen is the wrong one.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { canShareScreen } from '../../exam/share-screen.ts'

export function ScreenNote({ examId }: { examId: string }) {
  const isUnfit = !canShareScreen()
  const need = useCall(record.need, { examId }, { quiet: true, noRetry: true, enabled: isUnfit })
  if (!isUnfit || need.isPending || need.data?.exempt) return null
  return <Alert kind="warning" title={t('需在电脑上使用 Chrome 或 Edge 作答')} />
}
