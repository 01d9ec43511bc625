// Upload of files and pictures in forms: the value is their addresses.
import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Upload as AntUpload, type UploadFile, type UploadProps as AntUploadProps } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useConfirm } from '../kernel/piece/confirm.tsx'
import { Enlarged } from '../kernel/html/HtmlView.tsx'
import { type PlainText, t } from '../kernel/i18n.ts'
import { acceptOf, nameOf } from '../kernel/import/accept.ts'
import type { Size } from './upload/cut-to.ts'
import type { CropRule } from './upload/CropFrame.tsx'
import { type Scene, type StoredFile, useSending } from './upload/useSending.ts'

const CropFrame = lazy(async () => ({ default: (await import('./upload/CropFrame.tsx')).CropFrame }))

export type UploadProps = {
  /** one address (limit 1) or several; '' and [] for none */
  value?: string | string[] | null
  onChange?: (value: string | string[]) => void
  /** 'image' shows the pictures */
  kind?: 'image' | 'file'
  /** the largest number of files; with 1 a new file replaces the old one */
  limit?: number
  /** the kind of upload, by which the server chooses folder and checks */
  scene?: Scene
  /** extensions without dots; for pictures by default jpg, jpeg, png */
  accept?: string[]
  /** kB over which a picture is recompressed to about 500 kB and 800 pixels */
  compressOver?: number
  crop?: boolean | CropRule
  /** pixels to which a larger picture is cut before it is checked */
  size?: Size
  /** called before a file is sent; a CallFailure refuses it (and must have been shown) */
  check?: (file: File) => Promise<unknown>
  /** called with name, size and type of each uploaded file */
  onStored?: (file: StoredFile) => void
  /** called with the number of files in transfer whenever it changes; the function should stay the same */
  onSending?: (count: number) => void
  disabled?: boolean
  id?: string
  /** the text of the button */
  label?: PlainText
}

const listOf = (value: UploadProps['value']): string[] => (Array.isArray(value) ? value : value ? [value] : [])
const pictureKinds = ['jpg', 'jpeg', 'png']

/** The present addresses, for uploads that end later. */
function useLatest(value: UploadProps['value']) {
  const latest = useRef(listOf(value))
  useEffect(() => {
    latest.current = listOf(value)
  })
  return latest
}

export function Upload(props: UploadProps) {
  const { value, onChange, onSending, kind = 'file', limit = 1, crop = false, disabled = false } = props
  const accept = props.accept ?? (kind === 'image' ? pictureKinds : [])
  const scene = props.scene ?? (kind === 'image' ? 'image' : 'attachment')
  const { sending, mayTake, send } = useSending({
    scene,
    limit,
    accept,
    compressOver: props.compressOver,
    size: props.size,
    check: props.check,
  })
  const [preview, setPreview] = useState<string>()
  const confirm = useConfirm()
  const latestRef = useLatest(value)
  const urls = listOf(value)
  useEffect(() => onSending?.(sending.length), [onSending, sending.length])
  // antd passes files chosen together one by one, each with the whole choice; the choice is checked once
  const verdicts = useRef(new WeakMap<object, boolean>())
  const allowed = (all: File[]) => {
    const judged = verdicts.current.get(all)
    if (judged !== undefined) return judged
    const names = all.map((one) => one.name)
    const verdict = mayTake(names, urls.length)
    verdicts.current.set(all, verdict)
    return verdict
  }

  const give = (next: string[]) => {
    latestRef.current = next
    onChange?.(limit === 1 ? (next[0] ?? '') : next)
  }
  const add = async (file: File) => {
    const stored = await send(file)
    if (stored) props.onStored?.(stored)
    // a refused single file clears the value (learner.md §8)
    if (limit === 1) give(stored ? [stored.url] : [])
    else if (stored) give([...latestRef.current, stored.url])
  }
  const remove = async (removed: string) => {
    if (await confirm({ content: t('确定移除文件吗？') })) give(latestRef.current.filter((url) => url !== removed))
    return false
  }
  // a file chosen before the crop frame is loaded would not be cropped
  const picker = (ready: boolean) => (
    <AntUpload
      listType={kind === 'image' ? 'picture-card' : 'text'}
      accept={acceptOf(accept)}
      multiple={limit > 1}
      disabled={disabled || !ready}
      fileList={[...(limit === 1 && sending.length > 0 ? [] : urls.map(doneFile)), ...sending.map(sendingFile)]}
      beforeUpload={(file, all) => {
        if (allowed(all)) void add(file)
        return AntUpload.LIST_IGNORE
      }}
      onRemove={({ uid }: UploadFile) => remove(uid)}
      onPreview={(file) => (kind === 'image' ? setPreview(file.uid) : window.open(file.uid, '_blank', 'noopener'))}
      {...(props.id ? { id: props.id } : {})}
    >
      {kind === 'image' ? (
        urls.length + sending.length < limit || limit === 1 ? (
          <PictureButton label={props.label} replace={limit === 1 && urls.length > 0} disabled={disabled} />
        ) : null
      ) : (
        <Button icon={<UploadOutlined />} disabled={disabled} loading={sending.length > 0}>
          {t(props.label ?? '上传文件')}
        </Button>
      )}
    </AntUpload>
  )
  return (
    <>
      {crop ? (
        <Suspense fallback={picker(false)}>
          <CropFrame {...(crop === true ? {} : crop)} accept={accept}>
            {picker(true)}
          </CropFrame>
        </Suspense>
      ) : (
        picker(true)
      )}
      {/* the sign in the picture shows under a mouse only */}
      {kind === 'image' && limit === 1 && urls[0] !== undefined && !disabled && (
        <Button type="link" size="small" danger onClick={() => void remove(urls[0] ?? '')}>
          {t('移除图片')}
        </Button>
      )}
      {preview !== undefined && <Enlarged src={preview} alt={nameOf(preview)} onClose={() => setPreview(undefined)} />}
    </>
  )
}

type Item = NonNullable<AntUploadProps['fileList']>[number]
const doneFile = (url: string): Item => ({ uid: url, name: nameOf(url), status: 'done', url, thumbUrl: url })
const sendingFile = ({ uid, name, percent }: { uid: string; name: string; percent: number }): Item => ({
  uid,
  name,
  percent,
  status: 'uploading',
})

function PictureButton({ label, replace, disabled }: { label: PlainText | undefined; replace: boolean; disabled: boolean }) {
  return (
    <Button type="text" {...(replace ? {} : { icon: <PlusOutlined /> })} disabled={disabled}>
      {t(replace ? '更换图片' : (label ?? '上传图片'))}
    </Button>
  )
}
