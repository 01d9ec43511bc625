// Face check before the start: sends a photo and receives a one-time token.
import { face } from '@shuyuan/contract/exam/face.ts'
import { useEffect, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { CameraOrPhone } from '../../../shared/camera/CameraOrPhone.tsx'
import { useComparesFaces } from '../../../shared/camera/useComparesFaces.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import styles from './check.module.css'

/** Where nothing compares faces, the page does not say that something did. */
const doneText = (comparesFaces: boolean) => (comparesFaces ? t('人脸比对成功！') : t('照片已留存，本机不比对人脸'))
const titleText = (comparesFaces: boolean) => (comparesFaces ? t('人脸核验') : t('考前拍照'))

/** A passed check stays in sight for so long. */
const CLOSES_MS = 2_000

/** `onApply` opens the application for the exam, which admits without a face check; undefined where none can be made. */
type FaceStepProps = { examId: string; token: string; onToken: (token: string) => void; onApply?: (() => void) | undefined }

export function FaceStep({ examId, token, onToken, onApply }: FaceStepProps) {
  const [open, setOpen] = useState(false)
  const [passed, setPassed] = useState(false)
  const comparesFaces = useComparesFaces()
  useEffect(() => {
    if (!passed) return undefined
    const timer = setTimeout(() => setOpen(false), CLOSES_MS)
    return () => clearTimeout(timer)
  }, [passed])
  const begin = () => {
    setPassed(false)
    setOpen(true)
  }
  const apply = () => {
    setOpen(false)
    onApply?.()
  }
  const take = (earned: string) => {
    setPassed(true)
    onToken(earned)
  }
  return (
    <div>
      {token === '' ? <Button onClick={begin}>{titleText(comparesFaces)}</Button> : <Tag tone="good">{doneText(comparesFaces)}</Tag>}
      {open && (
        <Dialog title={titleText(comparesFaces)} onClose={() => setOpen(false)}>
          {passed ? (
            <p role="status" className={styles.faceCheckDone}>
              {doneText(comparesFaces)}
            </p>
          ) : (
            <FaceCheck examId={examId} onApply={onApply && apply} onToken={take} />
          )}
        </Dialog>
      )}
    </div>
  )
}

/** Where the camera or the comparison fails, the candidate can apply, or an invigilator exempts them. */
function FaceCheck({ examId, onToken, onApply }: Pick<FaceStepProps, 'examId' | 'onToken' | 'onApply'>) {
  const check = useCommand(face['validate-face'], { quiet: true })
  const isDown = check.error instanceof CallFailure && check.error.reason === 'faceDown'
  const compare = async (base64: string) => {
    const { pass, failMsg, faceToken } = await check.mutateAsync({ examId, base64 })
    if (pass) onToken(faceToken)
    return pass ? '' : failMsg
  }
  return (
    <div className={styles.faceCheck}>
      <CameraOrPhone purpose="exam" onPicture={compare} />
      <div className={styles.faceCheckOut}>
        {isDown && <p role="status">{t('请联系监考员免除人脸核验，免除后本页会自动更新，无需刷新。')}</p>}
        {onApply && (
          <Button small onClick={onApply}>
            {t('无法使用摄像头？申请考试')}
          </Button>
        )}
      </div>
    </div>
  )
}
