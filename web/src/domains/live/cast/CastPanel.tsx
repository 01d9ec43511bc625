// The lecturer's side of a broadcast from the browser: preview, source, microphone, begin and end.
import { type LiveEntered, liveRoom } from '@shuyuan/contract/live/room.ts'
import { Alert, Button, Segmented, Switch } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import type { CastState } from './caster.ts'
import { LivePicture } from '../LivePicture.tsx'
import { PushAddress } from '../PushAddress.tsx'
import { castSources, type CastSource, obstacleOf } from './sources.ts'
import { useCast } from './useCast.ts'
import styles from '../live.module.css'

const texts: Record<CastState, PlainText> = {
  off: '还没有开始推送画面',
  sending: '正在直播',
  waiting: '网络中断，正在重新连接…',
  over: '直播已结束',
  elsewhere: '直播已在其他页面继续',
  broken: '无法推送画面，请刷新页面、换一个浏览器，或只推送声音',
}

type Way = CastSource | 'obs'

export function CastPanel({ room }: { room: LiveEntered }) {
  const [source, setSource] = useState<Way>('camera')
  const [hasVoice, setVoice] = useState(true)
  const preview = useRef<HTMLVideoElement>(null)
  const cast = useCast(room.id)
  const { stream } = cast
  const confirm = useConfirm()
  const { data: push } = useCall(liveRoom['push-url'], { id: room.id }, { quiet: true })
  const obs = useCommand(liveRoom.start, { refresh: [liveRoom.enter] })
  const stop = useCommand(liveRoom.stop, { done: t('直播已结束'), refresh: [liveRoom.enter] })
  useEffect(() => {
    if (preview.current) preview.current.srcObject = stream ?? null
  }, [stream])
  const end = async () => {
    if (!(await confirm({ title: t('确认结束直播？'), content: t('结束后不能再次开始，回放将自动生成。') }))) return
    cast.end()
    stop.mutate({ id: room.id })
  }
  const change = (to: Way) => {
    setSource(to)
    if (cast.isOn && to !== 'obs' && obstacleOf(to) === undefined) void cast.begin(to)
  }
  const showsObs = source === 'obs' && room.phase === 'live'
  const begin = () => {
    if (source === 'obs') {
      cast.end()
      obs.mutate({ id: room.id, obs: true })
    } else void cast.begin(source).then(() => cast.mute(!hasVoice))
  }
  const ways: { value: Way; label: string }[] = (Object.keys(castSources) as CastSource[]).map((value) => ({
    value,
    label: t(castSources[value]),
  }))
  if (push && push.server !== '') ways.push({ value: 'obs', label: 'OBS' })
  const obstacle = source === 'obs' ? undefined : obstacleOf(source)
  const voice = (on: boolean) => {
    setVoice(on)
    cast.mute(!on)
  }
  return (
    <>
      {showsObs && <LivePicture source={room.source} title={room.title} />}
      <div className={styles.picture} style={showsObs ? { display: 'none' } : undefined}>
        <video ref={preview} aria-label={t('直播预览')} muted autoPlay playsInline />
        {!stream && <p className={styles.veil}>{t('选择画面来源后开始直播')}</p>}
      </div>
      {obstacle && <Alert type="warning" showIcon title={t(obstacle)} />}
      <div className={styles.tools}>
        <Segmented<Way> aria-label={t('画面来源')} value={source} options={ways} onChange={change} />
        {source !== 'obs' && (
          <span className={styles.voice}>
            <Switch aria-label={t('麦克风')} checked={hasVoice} onChange={voice} />
            {hasVoice ? t('麦克风') : t('静音')}
          </span>
        )}
        <span role="status" className={styles.state} data-sending={source !== 'obs' && cast.state === 'sending'}>
          {source === 'obs' ? t('点击“开始直播”后在 OBS 中推流；关键帧间隔请设为 2 秒') : t(texts[cast.state])}
        </span>
        {(!cast.isOn || source === 'obs') && (
          <Button type="primary" disabled={obstacle !== undefined} loading={cast.isBusy || obs.isPending} onClick={begin}>
            {room.phase === 'live' ? t('继续直播') : t('开始直播')}
          </Button>
        )}
        {room.phase === 'live' && (
          <Button danger loading={stop.isPending} onClick={() => void end()}>
            {t('结束直播')}
          </Button>
        )}
      </div>
      {source === 'obs' && push && <PushAddress push={push} />}
    </>
  )
}
