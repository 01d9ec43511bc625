// Before the start: this browser keeps little or nothing of a recording while the network is away. The exam may be taken all the same.
import { useEffect, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { lookForSpace, type Space } from './space.ts'

type SpaceNoteProps = { camera: boolean; sound: boolean; screen: boolean }

export function SpaceNote({ camera, sound, screen }: SpaceNoteProps) {
  const [space, setSpace] = useState<Space>({ kind: 'enough' })
  useEffect(() => {
    let isGone = false
    void lookForSpace({ camera, sound, screen }).then((found) => !isGone && setSpace(found))
    return () => void (isGone = true)
  }, [camera, sound, screen])
  if (space.kind === 'enough') return null
  const title =
    space.kind === 'none'
      ? t('这个窗口不能暂存录像，断网时的录像会丢失。建议退出无痕模式，用普通窗口重新打开。')
      : t('浏览器只能再存 {{free}} MB，断网时存不下 10 分钟的录像（约 {{needed}} MB）。建议先清理磁盘空间。', {
          free: space.free,
          needed: space.needed,
        })
  return <Alert kind="warning" role="status" title={title} description={t('不影响开始考试和作答。')} />
}
