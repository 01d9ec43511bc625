// Face check before the start: sends a photo and receives a one-time token.
import { face } from '@shuyuan/contract/exam/face.ts'
import { comparesFaces } from '@shuyuan/contract/sys/provider/prop-face.ts'
import { Alert, Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { pictureOf } from '../../../kernel/camera/stream.ts'
import { useCamera } from '../../../kernel/camera/useCamera.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import styles from './device.module.css'

/** Where nothing compares faces, the page does not say that something did. */
const doneText = () => (comparesFaces ? t('人脸比对成功！') : t('照片已留存，本机不比对人脸'))
const titleText = () => (comparesFaces ? t('人脸核验') : t('考前拍照'))

/** `onApply` opens the application for the exam, which admits without a face check; undefined where none can be made. */
type FaceStepProps = { examId: string; token: string; onToken: (token: string) => void; onApply?: (() => void) | undefined }

export function FaceStep({ examId, token, onToken, onApply }: FaceStepProps) {
  const [open, setOpen] = useState(false)
  if (token !== '')
    return (
      <div>
        <Tag color="success">{doneText()}</Tag>
      </div>
    )
  return (
    <div>
      <Button size="large" onClick={() => setOpen(true)}>
        {titleText()}
      </Button>
      <Modal open={open} title={titleText()} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        <FaceCheck
          examId={examId}
          onApply={
            onApply &&
            (() => {
              setOpen(false)
              onApply()
            })
          }
          onToken={(earned) => {
            notify.success(doneText())
            setOpen(false)
            onToken(earned)
          }}
        />
      </Modal>
    </div>
  )
}

function FaceCheck({ examId, onToken, onApply }: Pick<FaceStepProps, 'examId' | 'onToken' | 'onApply'>) {
  const { video, ready, problem, help, retry, setProblem } = useCamera()
  const check = useCommand(face['validate-face'], { quiet: true })
  const send = async () => {
    setProblem('')
    try {
      const { pass, failMsg, faceToken } = await check.mutateAsync({ examId, base64: pictureOf(video.current) })
      if (pass) onToken(faceToken)
      else setProblem(failMsg)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('服务器开小差了呢！'))
    }
  }
  return (
    <div className={styles.examFace}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={!ready} />
      <p className={styles.examFaceHint}>
        {ready ? t('请正对摄像头，光线充足，整张脸在画面中央。') : problem === '' ? t('正在打开摄像头…') : ''}
      </p>
      <div aria-live="polite">{problem !== '' && <Alert type="error" showIcon title={problem} description={help || undefined} />}</div>
      {problem !== '' && (
        <div className={styles.deviceButtons}>
          {!ready && <Button onClick={retry}>{t('重试')}</Button>}
          {onApply && (
            <Button type="link" onClick={onApply}>
              {t('无法使用摄像头？申请考试')}
            </Button>
          )}
        </div>
      )}
      <Button type="primary" block size="large" disabled={!ready} loading={check.isPending} onClick={() => void send()}>
        {check.isPending && comparesFaces ? t('正在比对，请稍候..') : comparesFaces ? t('拍照核验') : t('拍照')}
      </Button>
    </div>
  )
}
