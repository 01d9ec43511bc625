// Message to one candidate, or to all with an open paper.
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { Input } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import type { WatchTarget } from './watch-target.ts'

const Field = fieldOf(watchMessage['single-msg'])

type Props = { examId: string; target: WatchTarget | undefined; onClose: () => void }
const MESSAGE_SECONDS = 5

export function MessageDialog({ examId, target, onClose }: Props) {
  const one = target?.act === 'msg' ? target.one : undefined
  const message = (
    <Field name="message">
      <Input.TextArea rows={3} maxLength={200} showCount />
    </Field>
  )
  return (
    <>
      <FormDialog
        of={watchMessage['single-msg']}
        open={one !== undefined}
        title={t('发送消息：{{name}}', { name: one?.realName ?? '' })}
        initial={one ? { examId, userId: one.userId } : {}}
        done={t('消息发送成功！')}
        onClose={onClose}
      >
        {message}
      </FormDialog>
      <FormDialog
        of={watchMessage['batch-msg']}
        open={target?.act === 'msg' && !one}
        title={t('群发消息')}
        initial={{ examId }}
        onDone={(counts) =>
          notify.success(
            t('消息发送成功！{{success}}人在线收到，{{fail}}人离线，上线后可见。', { success: counts.success, fail: counts.fail }),
            MESSAGE_SECONDS,
          )
        }
        onClose={onClose}
      >
        {message}
      </FormDialog>
    </>
  )
}
