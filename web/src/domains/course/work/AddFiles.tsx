// Buttons that add files to a hand-in: from the device, or taken by the phone now.
import { mostBytes, type WorkKind } from '@shuyuan/contract/course/work/work-codes.ts'
import type { WorkFile } from '@shuyuan/contract/course/work/work-form.ts'
import { useId } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { buttonLook } from '../../../kernel/plain/Button.tsx'
import textStyles from '../../../kernel/plain/text.module.css'
import { useSending } from '../../../shared/upload/useSending.ts'
import styles from './work.module.css'

const accepted: Record<WorkKind, string[]> = {
  image: ['.jpg', '.jpeg', '.png', '.gif', '.webp'],
  document: ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx'],
  audio: ['.m4a', '.mp3', '.wav', '.ogg'],
  video: ['.mp4', '.webm', '.mov'],
  archive: ['.zip', '.rar'],
}
const MOST_PICTURE_KB = 2_000

type AddFilesProps = {
  kinds: readonly WorkKind[]
  mostFiles: number
  mostMb: number
  present: number
  disabled: boolean
  onAdded: (file: WorkFile) => void
}

export function AddFiles({ kinds, mostFiles, mostMb, present, disabled, onAdded }: AddFilesProps) {
  const endings = kinds.flatMap((kind) => accepted[kind])
  const { sending, mayTake, send } = useSending({
    scene: 'work',
    limit: Math.max(2, mostFiles),
    accept: endings.map((one) => one.slice(1)),
    compressOver: MOST_PICTURE_KB,
    check: undefined,
  })
  const isFull = present + sending.length >= mostFiles
  const add = async (chosen: readonly File[]) => {
    if (chosen.length + present + sending.length > mostFiles) return notify.warning(t('最多交 {{n}} 个文件', { n: mostFiles }))
    const large = chosen.find((one) => one.size > mostBytes({ mostMb }))
    if (large) return notify.error(t('“{{name}}”超过 {{mb}} MB', { name: large.name, mb: mostMb }))
    if (
      !mayTake(
        chosen.map((one) => one.name),
        present,
      )
    )
      return undefined
    for (const one of chosen) {
      // one after the other: a phone has one connection
      // oxlint-disable-next-line no-await-in-loop
      const stored = await send(one)
      if (stored) onAdded({ title: stored.name, fileUrl: stored.url, fileSize: stored.size, fileType: stored.type })
    }
    return undefined
  }
  const shared = { disabled: disabled || isFull, onFiles: (files: File[]) => void add(files) }
  return (
    <div className={styles.add}>
      <div className={styles.addButtons}>
        <Pick {...shared} text={t('选择文件')} accept={endings.join()} multiple />
        {kinds.includes('image') && <Pick {...shared} text={t('拍照')} accept="image/*" capture="environment" phone />}
        {kinds.includes('video') && <Pick {...shared} text={t('录像')} accept="video/*" capture="environment" phone />}
        {kinds.includes('audio') && <Pick {...shared} text={t('录音')} accept="audio/*" capture="user" phone />}
      </div>
      {sending.map((one) => (
        <p key={one.uid} className={styles.hint}>
          {one.name} <progress max={100} value={one.percent} aria-label={t('上传进度：{{name}}', { name: one.name })} />
        </p>
      ))}
    </div>
  )
}

type PickProps = {
  text: string
  accept: string
  multiple?: boolean
  capture?: 'environment' | 'user'
  /** shown where there is a camera at hand only */
  phone?: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

function Pick({ text, phone = false, onFiles, disabled, ...input }: PickProps) {
  const id = useId()
  return (
    <span className={styles.pick} data-phone={phone || undefined}>
      <input
        {...input}
        id={id}
        type="file"
        className={textStyles.visuallyHidden}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // the same file can be chosen again
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <label htmlFor={id} className={buttonLook()} aria-disabled={disabled || undefined}>
        {text}
      </label>
    </span>
  )
}
