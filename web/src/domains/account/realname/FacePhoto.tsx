// The photo of a real-name request: a file, or a picture by the camera of this device or of a phone. The server looks at it before it is stored.
import { photoSize, real } from '@shuyuan/contract/account/realname/real.ts'
import { Button, Flex, Modal } from 'antd'
import { useState } from 'react'
import { upload } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { CameraOrPhone } from '../../../shared/camera/CameraOrPhone.tsx'
import { Upload, type UploadProps } from '../../../shared/Upload.tsx'
import { cutTo } from '../../../shared/upload/cut-to.ts'
import { sendFile } from '../../../shared/upload/send-file.ts'

const SCENE = 'identity'
const CROP = { aspect: photoSize.width / photoSize.height, done: photoSize }
type PhotoProps = Pick<UploadProps, 'id' | 'value' | 'onChange'>

/** A picture of a camera as a file. */
function fileOf(base64: string): File {
  const bytes = Uint8Array.from(atob(base64.slice(base64.indexOf(',') + 1)), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], 'face.jpg', { type: 'image/jpeg' })
}

export function FacePhoto({ id, value, onChange }: PhotoProps) {
  const [open, setOpen] = useState(false)
  const take = async (base64: string) => {
    const photo = await cutTo(fileOf(base64), photoSize, { enlarge: true })
    await upload(real.checkFace, photo, {}, { quiet: true })
    const { url } = await sendFile(photo, SCENE)
    onChange?.(url)
    setOpen(false)
    return ''
  }
  return (
    <Flex vertical gap="small" align="start">
      <Upload
        kind="image"
        scene={SCENE}
        compressOver={3000}
        crop={CROP}
        size={photoSize}
        label="上传照片"
        check={(photo) => upload(real.checkFace, photo, {})}
        value={value ?? ''}
        {...(id ? { id } : {})}
        {...(onChange ? { onChange } : {})}
      />
      <Button size="small" onClick={() => setOpen(true)}>
        {t('拍照')}
      </Button>
      <Modal open={open} title={t('拍摄人脸照片')} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        <CameraOrPhone purpose="real" onPicture={take} />
      </Modal>
    </Flex>
  )
}
