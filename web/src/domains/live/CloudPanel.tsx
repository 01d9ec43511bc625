// The lecturer's side of a cloud broadcast: the addresses for OBS and other programs, begin and end, and what viewers see.
import { type LiveEntered, liveRoom } from '@shuyuan/contract/live/room.ts'
import { Button } from 'antd'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { LivePicture } from './LivePicture.tsx'
import { PushAddress } from './PushAddress.tsx'
import styles from './live.module.css'

export function CloudPanel({ room }: { room: LiveEntered }) {
  const { data } = useCall(liveRoom['push-url'], { id: room.id })
  const start = useCommand(liveRoom.start, { refresh: [liveRoom.enter] })
  const stop = useCommand(liveRoom.stop, { done: t('直播已结束'), refresh: [liveRoom.enter] })
  return (
    <>
      {room.phase === 'live' && <LivePicture source={room.source} title={room.title} />}
      <div className={styles.tools}>
        <span className={styles.state}>{t('先在 OBS 中推流，再点击“开始直播”')}</span>
        {room.phase === 'waiting' && (
          <Button type="primary" loading={start.isPending} onClick={() => start.mutate({ id: room.id })}>
            {t('开始直播')}
          </Button>
        )}
        {room.phase === 'live' && (
          <Button danger loading={stop.isPending} onClick={() => stop.mutate({ id: room.id })}>
            {t('结束直播')}
          </Button>
        )}
      </div>
      {data && data.server !== '' && <PushAddress push={data} />}
    </>
  )
}
