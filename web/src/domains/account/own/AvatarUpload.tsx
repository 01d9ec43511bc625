// The own picture: chosen, cut and sent. With Ant Design, and loaded when it is asked for.
import { InAnt } from '../../../shared/page/ant-frame.tsx'
import { Upload } from '../../../shared/Upload.tsx'

const CROP = { aspect: 1, round: true }

export const AvatarUpload = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <InAnt>
    <Upload
      kind="image"
      scene="avatar"
      crop={CROP}
      compressOver={3000}
      label="上传头像"
      value={value}
      onChange={(next) => onChange(String(next))}
    />
  </InAnt>
)
