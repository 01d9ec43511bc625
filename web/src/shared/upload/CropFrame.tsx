// Cropping of a picture before it is sent; loaded only by pages that use it.
import ImgCrop from 'antd-img-crop'
import type { JSX } from 'react'
import { t } from '../../kernel/i18n.ts'
import type { Size } from './cut-to.ts'
import { isAccepted } from '../../kernel/import/accept.ts'

export type CropRule = {
  aspect?: number
  round?: boolean
  /** a picture of this size passes without the window */
  done?: Size
}

type CropFrameProps = CropRule & {
  /** extensions without dots */
  accept: readonly string[]
  children: JSX.Element
}

/** Another file than a picture passes without the window, and is refused as every file of a wrong kind is. */
async function isToCrop(file: File, accept: readonly string[], done: Size | undefined): Promise<boolean> {
  if (!isAccepted(file.name, accept)) return false
  try {
    const picture = await createImageBitmap(file)
    const isDone = picture.width === done?.width && picture.height === done.height
    picture.close()
    return !isDone
  } catch {
    return false
  }
}

export function CropFrame({ aspect = 1, round = false, done, accept, children }: CropFrameProps) {
  return (
    <ImgCrop
      aspect={aspect}
      cropShape={round ? 'round' : 'rect'}
      rotationSlider
      beforeCrop={(file) => isToCrop(file, accept, done)}
      modalTitle={t('裁剪图片')}
      modalOk={t('确定')}
      modalCancel={t('取消')}
    >
      {children}
    </ImgCrop>
  )
}
