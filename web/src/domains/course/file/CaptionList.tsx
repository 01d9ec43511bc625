// The captions of a video: one text for each language, added, changed and removed at the file.
import { caption } from '@shuyuan/contract/course/file/caption.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { CaptionDialog } from './CaptionDialog.tsx'
import type { ShownCaption } from './CaptionTracks.tsx'
import styles from './course-file.module.css'

const UPDATE = 'course:file:update'

type CaptionListProps = { fileId: string; fileName: string; captions: readonly ShownCaption[] }

export function CaptionList({ fileId, fileName, captions }: CaptionListProps) {
  const [edited, setEdited] = useState<ShownCaption | 'new'>()
  const remove = useRemove(caption.delete, [courseFile.detail])
  return (
    <section aria-labelledby={`captions-${fileId}`}>
      <h2 id={`captions-${fileId}`}>{t('字幕')}</h2>
      {captions.length === 0 && <p>{t('还没有字幕。上传 WebVTT 或 SRT 文件，学员在播放器里选择语言。')}</p>}
      <ul className={styles.captions}>
        {captions.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.label}</b> <small>{one.language}</small> {one.isDefault && <Tag>{t('默认显示')}</Tag>}
            </span>
            <small>{t('{{n}} 条字幕', { n: one.cues })}</small>
            <Can permit={UPDATE}>
              <span>
                <Button type="link" size="small" aria-label={t('编辑字幕“{{label}}”', { label: one.label })} onClick={() => setEdited(one)}>
                  {t('编辑')}
                </Button>
                <Button
                  type="link"
                  size="small"
                  danger
                  aria-label={t('删除字幕“{{label}}”', { label: one.label })}
                  onClick={() => void remove(one.id, { name: one.label })}
                >
                  {t('删除')}
                </Button>
              </span>
            </Can>
          </li>
        ))}
      </ul>
      <Can permit={UPDATE}>
        <Button icon={<PlusOutlined />} onClick={() => setEdited('new')}>
          {t('添加字幕')}
        </Button>
      </Can>
      <CaptionDialog fileId={fileId} fileName={fileName} all={captions} edited={edited} onClose={() => setEdited(undefined)} />
    </section>
  )
}
