// The recorder of a phone that is the second camera of an exam: its camera, its part at the server, and its beats.
import { BEAT_MS, paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, CallFailure } from '../../../../kernel/call/api.ts'
import { cameraText } from '../../../../kernel/camera/camera-texts.ts'
import { newId } from '../../../../kernel/state/new-id.ts'
import { senderOf } from '../page-sender.ts'
import { openSide } from '../sources.ts'
import { TrackRecorder, type TrackState } from '../track-recorder.ts'
import { batteryLeft } from './phone-device.ts'

/** Whose pieces these are in the phone's browser: any later page of the same kind sends the rest. */
const OWNER = 'phone'
/** A camera that another program took comes back. */
const RETRY_MS = 5_000

/** expired: the paper is handed in, or the key never worked; elsewhere: another phone was connected */
export type PhoneEnd = 'expired' | 'elsewhere'
type Side = Awaited<ReturnType<typeof openSide>>

const isCode = (error: unknown, name: 'camExpired' | 'paperElsewhere') => error instanceof CallFailure && error.code === errors[name][0]
const endOf = (error: unknown): PhoneEnd | undefined =>
  isCode(error, 'camExpired') ? 'expired' : isCode(error, 'paperElsewhere') ? 'elsewhere' : undefined

export const phoneSender = () => senderOf(OWNER)

/** Phones discard pages in the background: this page goes on by itself when it is loaded again. */
const GOES_ON = 'exam-second-camera'

/** The recorder of this page's track, which flushes when the page is hidden. */
function useRecorder(
  key: string,
  session: string,
  { onEnd, onState }: { onEnd: (why: PhoneEnd) => void; onState: (state: TrackState) => void },
) {
  const recorder = useRef<TrackRecorder<Side>>(undefined)
  const ended = useEffectEvent(onEnd)
  const told = useEffectEvent(onState)
  useEffect(() => {
    const begin = ({ mime }: Side, here: boolean) =>
      call(paperPhone.join, { key, mime, session, place: here ? 'here' : 'auto' }, { quiet: true }).catch((error: unknown) => {
        const why = endOf(error)
        if (why) ended(why)
        throw error
      })
    const track = { track: RecordTrack.phone, userId: OWNER, begin, phoneKey: key }
    const own = new TrackRecorder<Side>(track, phoneSender(), (state) => told(state))
    recorder.current = own
    const flush = () => own.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    void phoneSender().send()
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      own.stop()
    }
  }, [key, session])
  return recorder
}

type Page = {
  /** whether the key works, so that a page that was loaded again may go on */
  isReady: boolean
  /** shows what the camera sees */
  onStream: (stream: MediaStream) => void
}

export function useSecondCamera(key: string, { isReady, onStream }: Page) {
  const [state, setState] = useState<TrackState>('off')
  const [isOn, setOn] = useState(false)
  const [hasRecorded, setRecorded] = useState(false)
  const [end, setEnd] = useState<PhoneEnd>()
  const [problem, setProblem] = useState<ReturnType<typeof cameraText>>()
  const [back, setBack] = useState(true)
  const [online, setOnline] = useState(true)
  const [battery, setBattery] = useState<number | null>(null)
  const [session] = useState(() => newId())
  const finish = (why: PhoneEnd) => {
    sessionStorage.removeItem(GOES_ON)
    setEnd(why)
    setOn(false)
    recorder.current?.stop()
  }
  const recorder = useRecorder(key, session, { onEnd: (why) => finish(why), onState: setState })
  const start = async (onBack: boolean) => {
    setBack(onBack)
    setEnd(undefined)
    try {
      const source = await openSide(onBack)
      setProblem(undefined)
      setOn(true)
      setRecorded(true)
      sessionStorage.setItem(GOES_ON, key)
      onStream(source.stream)
      await recorder.current?.start(source)
    } catch (error) {
      setProblem(cameraText(error))
    }
  }
  const again = useEffectEvent(() => void start(back))
  useEffect(() => {
    if (!isReady || sessionStorage.getItem(GOES_ON) !== key) return undefined
    // not for an effect that is undone at once
    const timer = setTimeout(() => again())
    return () => clearTimeout(timer)
  }, [isReady, key])
  const isLost = isOn && state === 'lost'
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), RETRY_MS)
    return () => clearInterval(timer)
  }, [isLost])
  const onAnswer = (answer: PhoneEnd | 'here' | 'lost') => {
    setOnline(answer !== 'lost')
    if (answer === 'expired' || answer === 'elsewhere') finish(answer)
  }
  // before the part has begun the server takes no beat of this page
  useBeat(isOn && (state === 'recording' || state === 'muted'), { key, session, onAnswer, onBattery: setBattery })
  return { state, isOn, hasRecorded, end, problem, back, online, battery, start }
}

type Beat = {
  key: string
  session: string
  onAnswer: (answer: PhoneEnd | 'here' | 'lost') => void
  onBattery: (percent: number | null) => void
}

/** Says every ten seconds that the phone is there. */
function useBeat(on: boolean, { key, session, onAnswer, onBattery }: Beat) {
  const answered = useEffectEvent(onAnswer)
  const measured = useEffectEvent(onBattery)
  useEffect(() => {
    if (!on) return undefined
    const beat = async () => {
      const battery = await batteryLeft()
      measured(battery)
      answered(
        await call(paperPhone.beat, { key, session, battery }, { quiet: true }).then(
          () => 'here' as const,
          (error: unknown) => endOf(error) ?? 'lost',
        ),
      )
    }
    void beat()
    const timer = setInterval(() => void beat(), BEAT_MS)
    return () => clearInterval(timer)
  }, [on, key, session])
}
