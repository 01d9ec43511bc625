// Above the list of the builder: what can be added, undo, whether all is stored, and how much there is.
import { PlusOutlined, RestOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { ChooseFiles } from '../../file/ChooseFiles.tsx'
import { lengthText } from '../../file/file-labels.ts'
import type { BoardSync, BoardView } from './board-sync.ts'
import type { LessonKind } from './kinds.ts'
import styles from './build.module.css'

const MOST_SECTIONS = 200

type BuilderBarProps = {
  sync: BoardSync
  view: BoardView
  kinds: readonly LessonKind[]
  /** no further file fits into the course */
  isFull: boolean
  /** undefined for users without the tag to upload */
  onUpload: ((files: File[]) => void) | undefined
  onAdd: (what: 'pick' | LessonKind) => void
  onSection: () => void
  /** opens the files that were taken out */
  onRemoved: () => void
}

export function BuilderBar({ sync, view, kinds, isFull, onUpload, onAdd, onSection, onRemoved }: BuilderBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <Button icon={<PlusOutlined />} disabled={isFull} onClick={() => onAdd('pick')}>
          {t('选择课件')}
        </Button>
        {onUpload && <ChooseFiles disabled={isFull} onChoose={onUpload} />}
        {kinds.map((kind) => (
          <Button key={kind.fileType} disabled={isFull} onClick={() => onAdd(kind)}>
            {t('新建{{kind}}', { kind: kind.name })}
          </Button>
        ))}
        <Button disabled={view.board.sections.length >= MOST_SECTIONS} onClick={onSection}>
          {t('新建章节')}
        </Button>
        <Button
          icon={<UndoOutlined />}
          disabled={view.undo === undefined}
          title={view.undo === undefined ? '' : t('撤销：{{what}}', { what: view.undo })}
          onClick={() => sync.undo()}
        >
          {t('撤销')}
        </Button>
        <Button icon={<RestOutlined />} onClick={onRemoved}>
          {t('回收站')}
        </Button>
        <Status view={view} onRetry={() => void sync.flush()} />
      </div>
      <Sum view={view} />
    </>
  )
}

function Status({ view: { state }, onRetry }: { view: BoardView; onRetry: () => void }) {
  return (
    <span className={styles.status} role="status">
      {state === 'saved' && t('已保存')}
      {state === 'saving' && t('保存中…')}
      {state === 'failed' && (
        <>
          <span className={styles.problem}>{t('没有保存')}</span>
          <Button size="small" onClick={onRetry}>
            {t('重试')}
          </Button>
        </>
      )}
    </span>
  )
}

function Sum({ view: { board, facts } }: { view: BoardView }) {
  const length = board.items.reduce((sum, one) => sum + (facts.get(one.fileId)?.duration ?? 0), 0)
  if (board.items.length === 0) return null
  return (
    <p className={styles.sum} aria-live="polite">
      {t('共{{n}}个课件', { n: board.items.length })}
      {length > 0 && ` · ${t('音视频总时长 {{length}}', { length: lengthText(length) })}`}
    </p>
  )
}
