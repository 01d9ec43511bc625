// A QR code by which a phone takes the picture for this page: one key for one picture, a new code after it and when it has expired.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { type camPurpose, sysCam } from '@shuyuan/contract/face/cam.ts'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, CallFailure } from '../../kernel/call/api.ts'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import styles from './camera-or-phone.module.css'
import { PhoneCode } from './PhoneCode.tsx'

const ASK_MS = 2_000

type PhoneCameraProps = {
  purpose: keyof typeof camPurpose
  /** @returns '' when the picture was accepted, else what to tell */
  onPicture: (base64: string) => Promise<string>
}
type Step = 'waiting' | 'comparing' | 'expired' | 'accepted' | 'refused'

/** Asks for the picture until it is there or the key has expired. */
function usePicture(key: string | undefined, { onPicture, onStep }: { onPicture: (base64: string) => void; onStep: (step: Step) => void }) {
  const given = useEffectEvent(onPicture)
  const stepped = useEffectEvent(onStep)
  useEffect(() => {
    if (key === undefined) return undefined
    const ask = async () => {
      try {
        const { base64 } = await call(sysCam.take, { key }, { quiet: true })
        if (base64 === '') return
        clearInterval(timer)
        given(base64)
      } catch (error) {
        // the network may come back within the three minutes
        if (!(error instanceof CallFailure) || error.code !== errors.camExpired[0]) return
        clearInterval(timer)
        stepped('expired')
      }
    }
    const timer = setInterval(() => void ask(), ASK_MS)
    return () => clearInterval(timer)
  }, [key])
}

export function PhoneCamera({ purpose, onPicture }: PhoneCameraProps) {
  const { data, error, refetch } = useCall(sysCam.open, { purpose }, { quiet: true, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const [step, setStep] = useState<Step>('waiting')
  const [refusal, setRefusal] = useState('')
  const judge = async (base64: string) => {
    setStep('comparing')
    const said = await onPicture(base64).catch((failure: unknown) => (failure instanceof Error ? failure.message : t('服务器开小差了呢！')))
    setRefusal(said)
    setStep(said === '' ? 'accepted' : 'refused')
  }
  usePicture(step === 'waiting' ? data?.key : undefined, { onPicture: (base64) => void judge(base64), onStep: setStep })
  const again = () => {
    setRefusal('')
    void refetch().then(() => setStep('waiting'))
  }
  if (step === 'accepted') return null
  if (step === 'comparing') return <p role="status">{t('正在比对，请稍候..')}</p>
  const problem = error?.message ?? (step === 'expired' ? t('二维码已失效') : refusal)
  return (
    <div className={styles.phone}>
      {problem !== '' && <p role="alert">{problem}</p>}
      {problem === '' && data && (
        <>
          <PhoneCode path={`/pages/cam?k=${data.key}`} />
          <p>{t('用手机扫码拍照，3 分钟内有效；手机需要能通过 https 打开本站。')}</p>
        </>
      )}
      {problem !== '' && <Button onClick={again}>{t('重新获取二维码')}</Button>}
    </div>
  )
}
