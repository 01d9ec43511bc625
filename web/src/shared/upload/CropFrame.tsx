// Cropping of a picture before it is sent; loaded only by pages that use it.
import ImgCrop from 'antd-img-crop'
import type { JSX } from 'react'
import { t } from '../../kernel/i18n.ts'

export type CropRule = { aspect?: number; round?: boolean }

export function CropFrame({ aspect = 1, round = false, children }: CropRule & { children: JSX.Element }) {
  return (
    <ImgCrop
      aspect={aspect}
      cropShape={round ? 'round' : 'rect'}
      rotationSlider
      modalTitle={t('裁剪图片')}
      modalOk={t('确定')}
      modalCancel={t('取消')}
    >
      {children}
    </ImgCrop>
  )
}
