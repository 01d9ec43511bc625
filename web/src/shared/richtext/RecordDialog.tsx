// Voice recording for a text: listen, discard or insert it (admin.md §4, *Recorder*).
import { Button, Flex, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { useRecorder } from './useRecorder.ts'

const words = { 0: '准备就绪', 1: '正在录音', 2: '录音完成' } as const
const two = (value: number) => String(value).padStart(2, '0')

type RecordDialogProps = {
  /** uploads the recording and inserts it into the text; false where it was refused */
  onTake: (file: File) => Promise<boolean>
  onClose: () => void
}

export function RecordDialog({ onTake, onClose }: RecordDialogProps) {
  const { state, seconds, take, start, stop, discard } = useRecorder(() => notify.error(t('操作失败，请检查设备是否具备录音功能！')))
  const [sending, setSending] = useState(false)
  const insert = async () => {
    if (!take) return
    setSending(true)
    const name = `${t('录音')}.wav`
    const isTaken = await onTake(new File([take.sound], name, { type: 'audio/wav' })).finally(() => setSending(false))
    if (!isTaken) return
    notify.success(t('录音上传成功！'))
    discard()
    onClose()
  }
  return (
    <Modal open title={t('录音')} footer={null} closable={!sending} mask={{ closable: false }} onCancel={onClose}>
      <Flex vertical gap="middle" align="center">
        <output aria-live="polite">
          {t(words[state])} {two(Math.floor(seconds / 60))}:{two(seconds % 60)}
        </output>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's own recording, played before it is sent */}
        {take && <audio controls src={take.address} aria-label={t('试听')} />}
        <Flex gap="small">
          {state === 0 && (
            <Button type="primary" onClick={() => void start()}>
              {t('开始录音')}
            </Button>
          )}
          {state === 1 && (
            <Button type="primary" danger onClick={stop}>
              {t('停止')}
            </Button>
          )}
          {state === 2 && (
            <>
              <Button disabled={sending} onClick={discard}>
                {t('重新录音')}
              </Button>
              <Button type="primary" loading={sending} onClick={() => void insert()}>
                {t('插入录音')}
              </Button>
            </>
          )}
        </Flex>
      </Flex>
    </Modal>
  )
}
