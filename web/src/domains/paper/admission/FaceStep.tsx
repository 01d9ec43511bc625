// Face check before the start: sends a photo and receives a one-time token.
import { face } from '@shuyuan/contract/exam/face.ts'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { CameraOrPhone } from '../../../shared/CameraOrPhone.tsx'
import { useComparesFaces } from '../../../shared/useComparesFaces.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import styles from './device.module.css'

/** Where nothing compares faces, the page does not say that something did. */
const doneText = (comparesFaces: boolean) => (comparesFaces ? t('人脸比对成功！') : t('照片已留存，本机不比对人脸'))
const titleText = (comparesFaces: boolean) => (comparesFaces ? t('人脸核验') : t('考前拍照'))

/** `onApply` opens the application for the exam, which admits without a face check; undefined where none can be made. */
type FaceStepProps = { examId: string; token: string; onToken: (token: string) => void; onApply?: (() => void) | undefined }

export function FaceStep({ examId, token, onToken, onApply }: FaceStepProps) {
  const [open, setOpen] = useState(false)
  const comparesFaces = useComparesFaces()
  if (token !== '')
    return (
      <div>
        <Tag color="success">{doneText(comparesFaces)}</Tag>
      </div>
    )
  return (
    <div>
      <Button size="large" onClick={() => setOpen(true)}>
        {titleText(comparesFaces)}
      </Button>
      <Modal open={open} title={titleText(comparesFaces)} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
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
            notify.success(doneText(comparesFaces))
            setOpen(false)
            onToken(earned)
          }}
        />
      </Modal>
    </div>
  )
}

/** Where the camera or the comparison fails, the candidate can apply, or an invigilator exempts them. */
function FaceCheck({ examId, onToken, onApply }: Pick<FaceStepProps, 'examId' | 'onToken' | 'onApply'>) {
  const check = useCommand(face['validate-face'], { quiet: true })
  const compare = async (base64: string) => {
    const { pass, failMsg, faceToken } = await check.mutateAsync({ examId, base64 })
    if (pass) onToken(faceToken)
    return pass ? '' : failMsg
  }
  return (
    <div className={styles.examFace}>
      <CameraOrPhone purpose="exam" onPicture={compare} />
      {onApply && (
        <div className={styles.deviceButtons}>
          <Button type="link" onClick={onApply}>
            {t('无法使用摄像头？申请考试')}
          </Button>
        </div>
      )}
    </div>
  )
}
