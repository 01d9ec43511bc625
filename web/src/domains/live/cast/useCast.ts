// The broadcast of this page: devices, recorder, and what is to be done while it runs.
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Caster, type CastState } from './caster.ts'
import { type CastSource, type Opened, openSource } from './sources.ts'

/** The device stays awake while it broadcasts, where the browser can see to it. */
function useAwake(isOn: boolean) {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    const take = () =>
      void navigator.wakeLock.request('screen').then(
        (one) => (isLeft ? void one.release() : (lock = one)),
        () => undefined,
      )
    // it is lost with the page in the background
    const back = () => !document.hidden && take()
    take()
    document.addEventListener('visibilitychange', back)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', back)
      void lock?.release()
    }
  }, [isOn])
}

export function useCast(id: string) {
  const [state, setState] = useState<CastState>('off')
  const [stream, setStream] = useState<MediaStream>()
  const [isBusy, setBusy] = useState(false)
  const caster = useRef<Caster>(undefined)
  const opened = useRef<Opened>(undefined)
  const isOn = state === 'sending' || state === 'waiting'
  useAwake(isOn)
  const close = () => {
    opened.current?.close()
    opened.current = undefined
    setStream(undefined)
  }
  useEffect(
    () => () => {
      caster.current?.end()
      opened.current?.close()
    },
    [],
  )
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
  const tell = (next: CastState) => {
    setState(next)
    if (next === 'over' || next === 'elsewhere' || next === 'broken') close()
  }
  /** Opens the source; begins the broadcast, or goes on with the new source. */
  const begin = async (source: CastSource) => {
    setBusy(true)
    try {
      const next = await openSource(source)
      const older = opened.current
      opened.current = next
      setStream(next.stream)
      if (isOn) caster.current?.record(next.stream)
      else {
        caster.current = new Caster(tell)
        caster.current.begin(await call(liveRoom.start, { id }), next.stream)
      }
      older?.close()
    } catch (error) {
      if (!isOn) close()
      if (error instanceof DOMException) notify.error(t('无法使用所选的画面或麦克风，请检查设备和浏览器的授权'))
    } finally {
      setBusy(false)
    }
  }
  const end = () => {
    caster.current?.end()
    close()
  }
  const mute = (isMuted: boolean) => opened.current?.stream.getAudioTracks().forEach((track) => (track.enabled = !isMuted))
  return { state, isOn, isBusy, stream, begin, end, mute }
}
