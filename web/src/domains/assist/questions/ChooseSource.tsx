// Of what questions are made: a pasted text, a course file or a notice.
import { MAX_MATERIAL, type MaterialSource } from '@shuyuan/contract/assist/questions/questions.ts'
import { Input, Segmented } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { FileSource } from './FileSource.tsx'
import { NoticeSource } from './NoticeSource.tsx'
import styles from './make.module.css'

export type Kind = 'text' | 'file' | 'notice'
const LEAST_MATERIAL = 20

type ChooseSourceProps = {
  kind: Kind
  text: string
  onKind: (kind: Kind) => void
  onText: (text: string) => void
  onSource: (source: MaterialSource | undefined) => void
  /** a text that is finished; undefined where it is too short */
  onEnded: (source: MaterialSource | undefined) => void
}

export function ChooseSource({ kind, text, onKind, onText, onSource, onEnded }: ChooseSourceProps) {
  return (
    <>
      <Segmented<Kind>
        aria-label={t('材料来源')}
        className={styles.makeKind}
        value={kind}
        onChange={onKind}
        options={[
          { value: 'text', label: t('粘贴材料') },
          { value: 'file', label: t('课件') },
          { value: 'notice', label: t('公告') },
        ]}
      />
      {kind === 'text' && (
        <Input.TextArea
          rows={8}
          value={text}
          maxLength={MAX_MATERIAL}
          showCount
          aria-label={t('材料')}
          placeholder={t('把讲义、制度或操作规程的文字粘贴到这里')}
          onChange={(event) => onText(event.target.value)}
          // the estimate follows a text that is finished, not each key
          onBlur={() => onEnded(text.trim().length < LEAST_MATERIAL ? undefined : { text })}
        />
      )}
      {kind === 'file' && <FileSource onSource={onSource} />}
      {kind === 'notice' && <NoticeSource onSource={onSource} />}
    </>
  )
}
