// The newest picture of a recorded track: its head and the last cluster with a key frame are a small film of their own.
import type { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { PICTURES, picturesIn } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { useEffect, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import styles from './recording.module.css'

type Newest = { address: string; isPicture: boolean }
const none: Newest = { address: '', isPicture: false }
type Track = Data<(typeof recordGrid)['record-grid']>[number]['tracks'][number]

async function fetchRange(address: string, from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const reply = await fetch(address, { headers: { range: `bytes=${from}-${to - 1}` }, signal })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.arrayBuffer()
}

/** A film of the newest seconds, or their last picture; the earlier one until it is there. */
function useNewest(track: Track | undefined): Newest {
  const [{ address: film, isPicture }, setFilm] = useState<Newest>(none)
  const { address = '', partId = '', init = 0, from = 0, mime = '' } = track ?? {}
  useEffect(() => {
    if (address === '') return undefined
    const gone = new AbortController()
    const show = async () => {
      // a picture stands by itself
      const [head, newest] = await Promise.all([
        mime === PICTURES ? new ArrayBuffer(0) : fetchRange(address, 0, init, gone.signal),
        fetchRange(address, from, from + MOST_BYTES, gone.signal),
      ])
      const picture = mime === PICTURES ? picturesIn(new Uint8Array(newest)).at(-1) : undefined
      const bytes = picture ? [new Uint8Array(picture.jpeg)] : [head, newest]
      if (!gone.signal.aborted) setFilm({ address: URL.createObjectURL(new Blob(bytes, { type: mime })), isPicture: picture !== undefined })
    }
    show().catch(() => undefined)
    return () => gone.abort()
    // the address is signed anew by each answer
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [partId, from])
  useEffect(() => () => URL.revokeObjectURL(film), [film])
  return track === undefined ? none : { address: film, isPicture }
}

/** A key frame and some seconds after it. */
const MOST_BYTES = 200_000

export function NewestPicture({ track, picture, name }: { track: Track | undefined; picture: string; name: string }) {
  const { address: film, isPicture } = useNewest(track)
  if (isPicture) return <img src={film} alt={t('{{name}}的最新画面', { name })} className={styles.recordPicture} />
  if (film !== '')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- it is silent
      <video
        key={film}
        src={film}
        muted
        autoPlay
        playsInline
        aria-label={t('{{name}}的最新画面', { name })}
        className={styles.recordPicture}
      />
    )
  if (picture !== '') return <img src={picture} alt={t('{{name}}的照片或抓拍', { name })} className={styles.recordPicture} />
  return <div className={styles.recordPicture}>{t('暂无画面')}</div>
}
