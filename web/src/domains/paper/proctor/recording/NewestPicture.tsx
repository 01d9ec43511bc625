// The newest picture of a recorded track: its head and the last cluster with a key frame are a small film of their own.
import type { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { PICTURES, picturesIn } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { useEffect, useRef, useState } from 'react'
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

/** A key frame and some seconds after it. */
const MOST_BYTES = 200_000

/** The film of the newest seconds, or their last picture, and the one before it, which is shown until the newest has something to show. */
function useNewest(track: Track | undefined) {
  const [newest, setNewest] = useState<Newest>(none)
  const [shown, setShown] = useState<Newest>(none)
  const made = useRef<string[]>([])
  const { address = '', partId = '', init = 0, from = 0, mime = '' } = track ?? {}
  useEffect(() => {
    if (address === '') return undefined
    const gone = new AbortController()
    const show = async () => {
      // a picture stands by itself
      const [head, bytes] = await Promise.all([
        mime === PICTURES ? new ArrayBuffer(0) : fetchRange(address, 0, init, gone.signal),
        fetchRange(address, from, from + MOST_BYTES, gone.signal),
      ])
      const picture = mime === PICTURES ? picturesIn(new Uint8Array(bytes)).at(-1) : undefined
      if (gone.signal.aborted) return
      const film = URL.createObjectURL(new Blob(picture ? [new Uint8Array(picture.jpeg)] : [head, bytes], { type: mime }))
      made.current.push(film)
      setNewest({ address: film, isPicture: picture !== undefined })
    }
    show().catch(() => undefined)
    return () => gone.abort()
    // the address is signed anew by each answer
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [partId, from])
  useEffect(() => {
    made.current = giveBack(made.current, [newest.address, shown.address])
  }, [newest, shown])
  useEffect(() => () => void (made.current = giveBack(made.current, [])), [])
  return { newest, shown, setShown }
}

/** Gives back addresses of films that are not shown any more. @returns the others */
function giveBack(addresses: readonly string[], used: readonly string[]): string[] {
  for (const one of addresses) if (!used.includes(one)) URL.revokeObjectURL(one)
  return addresses.filter((one) => used.includes(one))
}

type NewestPictureProps = {
  track: Track | undefined
  /** what is shown before the first one */
  picture: string
  name: string
  isWide: boolean
}

export function NewestPicture({ track, picture, name, isWide }: NewestPictureProps) {
  const { newest, shown, setShown } = useNewest(track)
  // without a track the last picture of it would be taken for a new one
  const films = track === undefined ? [] : [shown, newest].filter((one, at, all) => one.address !== '' && all.lastIndexOf(one) === at)
  return (
    <div className={styles.recordPicture} data-wide={isWide}>
      {films.map((film) => (
        <Film key={film.address} film={film} name={name} isShown={film === shown} onLoad={() => setShown(film)} />
      ))}
      {(films.length === 0 || shown.address === '') &&
        (picture === '' ? <span>{t('暂无画面')}</span> : <img src={picture} alt={t('{{name}}的照片或抓拍', { name })} />)}
    </div>
  )
}

function Film({ film, name, isShown, onLoad }: { film: Newest; name: string; isShown: boolean; onLoad: () => void }) {
  const label = t('{{name}}的最新画面', { name })
  if (film.isPicture) return <img src={film.address} alt={label} data-shown={isShown} onLoad={onLoad} />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it is silent
    <video src={film.address} muted autoPlay playsInline aria-label={label} data-shown={isShown} onLoadedData={onLoad} />
  )
}
